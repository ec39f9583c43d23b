/** The parts of one model inside those of another: its tables get a prefix, the rest of it is kept as JSON. */
import type { Json, ModelParts } from "../model-parts.ts";
import type { PartsReader } from "./parts-reader.ts";

/** What one model puts into the parts of another. */
export interface NestedParts extends Pick<ModelParts, "symbols" | "tensors"> {
  /** Kind, version, options and report. */
  readonly about: Json;
}

/** The parts of a model with a prefix before the names of its tables. */
export function nest(prefix: string, { kind, version, options, report, symbols, tensors }: ModelParts): NestedParts {
  return { about: { kind, version, options, report }, ...tablesInside(prefix, { symbols, tensors }) };
}

type Tables = Pick<ModelParts, "symbols" | "tensors">;

/** Tables with a prefix before their names, so that they can lie among those of another model. */
export const tablesInside = (prefix: string, { symbols, tensors }: Tables): Tables => ({
  symbols: prefixed(prefix, symbols),
  tensors: prefixed(prefix, tensors),
});

/** The tables that `tablesInside` named so. */
export const tablesUnder = (prefix: string, { symbols, tensors }: Tables): Tables => ({
  symbols: unprefixed(prefix, symbols),
  tensors: unprefixed(prefix, tensors),
});

/** The parts that `nest` put there; the kind they belong to checks them further. */
export function unnest(prefix: string, about: Json | undefined, reader: PartsReader): ModelParts {
  const { kind, version, options, report } = isRecord(about) ? about : {};
  if (typeof kind !== "string" || typeof version !== "number" || options === undefined)
    reader.damaged(`does not say what is in its tables "${prefix}…"`);
  return {
    kind,
    version,
    options,
    report: report ?? null,
    ...tablesUnder(prefix, reader.parts),
  };
}

/** Whether a value is an object with names. */
export const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const prefixed = <T>(prefix: string, table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(table).map(([name, value]) => [prefix + name, value]));

const unprefixed = <T>(prefix: string, table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
