/** A model as model parts and back (base/model-parts.ts). */

import { PartsReader } from "../../base/container/parts-reader.ts";
import { frozen } from "../../base/learning.ts";
import type { ModelParts } from "../../base/model-parts.ts";
import { flag } from "../../base/options.ts";
import { CLASS_NAMES } from "./knowledge/attribute-classes.ts";
import { JOINT, readTable, tableParts } from "./knowledge/count-table.ts";
import { Knowledge, type KnowledgeTables, TABLE_NAMES } from "./knowledge/knowledge.ts";
import { CAPTIONS_KIND, type CaptionsModel } from "./model.ts";
import { CAPTIONS_OPTIONS } from "./options.ts";

/** The layout that this program writes and reads. */
export const CAPTIONS_VERSION = 1;

/** What is stored of a model. */
export function captionsToParts({ options, report, knowledge, captions }: CaptionsModel): ModelParts {
  const { tables, hypernyms, attributeClasses, names } = knowledge.content;
  const known = [...hypernyms.keys()];
  const place = new Map(known.map((noun, i) => [noun, i]));
  const { symbols, tensors } = tableParts({ ...tables });
  return {
    kind: CAPTIONS_KIND,
    version: CAPTIONS_VERSION,
    options,
    report,
    symbols: {
      ...symbols,
      captions,
      known,
      hypernyms: [...hypernyms.values()].map((way) => way.join(JOINT)),
      classes: CLASS_NAMES,
      classified: [...attributeClasses.keys()],
      names: [...names.keys()],
    },
    tensors: {
      ...tensors,
      "classified.class": {
        shape: [attributeClasses.size],
        data: Uint8Array.from(attributeClasses.values(), (name) => CLASS_NAMES.indexOf(name)),
      },
      "names.noun": { shape: [names.size], data: Uint32Array.from(names.values(), (noun) => place.get(noun)!) },
    },
  };
}

/** Checks every table before it is used; throws a `ModelFileError`. */
export function captionsFromParts(parts: ModelParts): CaptionsModel {
  const reader = new PartsReader(parts, { kind: CAPTIONS_KIND, version: CAPTIONS_VERSION });
  const options = {
    ...reader.options,
    keepCaptions: reader.option<number>("keepCaptions", CAPTIONS_OPTIONS.keepCaptions),
    wordnet: reader.option<boolean>("wordnet", flag("", { default: true })),
  };
  const known = reader.symbols("known", { distinct: true });
  const ways = reader.symbols("hypernyms");
  if (ways.length !== known.length)
    reader.damaged(`has hypernyms of ${ways.length} nouns where ${known.length} are known`);
  const classes = reader.symbols("classes", { distinct: true });
  const classified = reader.symbols("classified", { distinct: true });
  const classOf = reader.indices("classified.class", Uint8Array, classes.length, { shape: [classified.length] });
  const names = reader.symbols("names", { distinct: true });
  const nounOf = reader.indices("names.noun", Uint32Array, known.length, { shape: [names.length] });
  const tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, readTable(reader, name)]));
  const knowledge = new Knowledge({
    tables: tables as unknown as KnowledgeTables,
    hypernyms: new Map(known.map((noun, i) => [noun, ways[i] === "" ? [] : ways[i]!.split(JOINT)])),
    attributeClasses: new Map(classified.map((adjective, i) => [adjective, classes[classOf[i]!]!])),
    names: new Map(names.map((name, i) => [name, known[nounOf[i]!]!])),
  });
  return frozen({
    kind: CAPTIONS_KIND,
    options,
    report: parts.report,
    knowledge,
    captions: reader.symbols("captions"),
  });
}
