/**
 * The setup of features as it is stored: representations, lists and the labels of words as parts, templates and ends
 * among the options. The lists of words and labels are those of the model.
 */

import type { PartsReader } from "../../../base/container/parts-reader.ts";
import { InputError } from "../../../base/errors.ts";
import type { ModelParts } from "../../../base/model-parts.ts";
import { flag, text } from "../../../base/options.ts";
import { Vocabulary } from "../../../base/vocabulary.ts";
import { labelCountsFrom, labelCountTensors } from "../../lexicon/tables.ts";
import { representationsFromParts, representationsToParts } from "../../representations/index.ts";
import { Gazetteer } from "./gazetteer.ts";
import { coderOf, type FeatureSetup } from "./setup.ts";

export function setupToParts({ known, gazetteer, forms }: FeatureSetup): Pick<ModelParts, "symbols" | "tensors"> {
  const { symbols, tensors: ofWords } = representationsToParts(known);
  const tensors = { ...ofWords, ...(forms === undefined ? {} : labelCountTensors(forms)) };
  if (gazetteer === undefined) return { symbols, tensors };
  const names = [...gazetteer.names.keys()].sort();
  const types = Vocabulary.from(names.map((name) => gazetteer.names.get(name)!));
  const numbers = Int32Array.from(names, (name) => types.id(gazetteer.names.get(name)!));
  return {
    symbols: { ...symbols, listNames: names, listTypes: types.words() },
    tensors: { ...tensors, nameTypes: { shape: [names.length], data: numbers } },
  };
}

/** `columns` are the names of the further columns. Models from before there were templates have none. */
export function setupFromParts(reader: PartsReader, columns: readonly string[]): FeatureSetup {
  const { options } = reader;
  const setup = {
    templates: "templates" in options ? reader.option<string>("templates", text("", { default: "" })) : "",
    ends: "ends" in options ? reader.option<boolean>("ends", flag("", { default: false })) : false,
    columns,
    known: representationsFromParts(reader),
    gazetteer: gazetteerFrom(reader),
    forms: reader.has("lexicon.labels") ? labelCountsFrom(reader, "", reader.symbols("labels").length) : undefined,
  };
  try {
    coderOf(setup);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    reader.damaged(`has templates that cannot be read (${error.message})`);
  }
  return setup;
}

function gazetteerFrom(reader: PartsReader): Gazetteer | undefined {
  if (!reader.hasSymbols("listNames")) return undefined;
  const names = reader.symbols("listNames", { distinct: true });
  const types = reader.symbols("listTypes");
  // Models from before types had numbers have one for each name.
  if (!reader.has("nameTypes") && types.length !== names.length)
    reader.damaged(`has ${types.length} types for ${names.length} names of lists`);
  const numbers = reader.has("nameTypes")
    ? reader.indices("nameTypes", Int32Array, types.length, { shape: [names.length] })
    : names.keys();
  return new Gazetteer(new Map(Array.from(numbers, (type, i) => [names[i]!, types[type]!])));
}
