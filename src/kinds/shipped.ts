/**
 * The models that come with Eigentree, by name. A name is a folder of `pretrained/`, with one file and one card for
 * each kind: `en` is English, and `en/dependency` its dependency parser. Whoever asks for a kind reads that file alone.
 */
import { InputError } from "../base/errors.ts";
import type { KindName } from "./registry.ts";

/** The kinds of each name; the first is what the bare name stands for. */
export const SHIPPED: Readonly<Record<string, readonly KindName[]>> = {
  en: ["parser", "sequence", "dependency", "vectors"],
  "en-penn": ["sequence"],
  "en-bio": ["parser"],
};

/** Whether a text is the name of a shipped model, with or without a kind. */
export const isShipped = (name: string): boolean =>
  Object.hasOwn(SHIPPED, name.split("/")[0]!) && /^[^/]+(\/[a-z]+)?$/.test(name);

/**
 * Where a shipped model lies in `pretrained/`: "en/parser.model". Of several kinds that would do, the first that the
 * name has; of any kind, the first of the name.
 */
export function shippedFile(name: string, wanted?: readonly string[]): string {
  const [folder = "", part] = name.split("/");
  const having: readonly string[] = SHIPPED[folder]!;
  const kinds = part === undefined ? (wanted ?? having) : [part];
  const kind = kinds.find((each) => having.includes(each));
  if (kind !== undefined) return `${folder}/${kind}.model`;
  const asked = part ?? (wanted ?? []).join(" or ");
  throw new InputError(
    `the model "${folder}" that comes with Eigentree has no part of kind ${asked}; it has ${having.join(", ")}.`,
    { file: name },
  );
}
