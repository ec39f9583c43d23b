/** Models of induction as the parts of a model file, and back. */
import { choice, frozen, type ModelParts, type OptionSpec, PartsReader } from "../../base/index.ts";
import { SEQUENCE_DATA_OPTIONS } from "../../data/index.ts";
import { TAG_MAPS, type TagMapName } from "./data/tags.ts";
import { BINS } from "./metric/distance-bins.ts";
import { type InductionModel, largestOf } from "./model.ts";
import { INDUCTION_OPTIONS } from "./options.ts";
import type { SpanRatios } from "./spans/ratios.ts";

export const INDUCTION_VERSION = 3;

/** More tags than any tag set has: what a table by pairs of tags can hold. */
const MOST_TAGS = 4096;

const TAG_MAP: OptionSpec<TagMapName> = choice("", TAG_MAPS, { default: "penn" });

/** A model of induction as the parts of a model file. */
export function inductionToParts({ tags, distances, spans, options, report }: InductionModel): ModelParts {
  return {
    kind: "induction",
    version: INDUCTION_VERSION,
    options,
    report,
    symbols: { tags, ...(spans && { yields: [...spans.yields.keys()], contexts: [...spans.contexts.keys()] }) },
    tensors: {
      distances: { shape: [tags.length, tags.length, BINS], data: distances },
      ...(spans && {
        yields: ratioTensor(spans.yields, spans.unseenYield),
        contexts: ratioTensor(spans.contexts, spans.unseenContext),
      }),
    },
  };
}

/** The ratios in the order of their symbols; after them the one of what was never seen. */
function ratioTensor(ratios: ReadonlyMap<string, number>, unseen: number) {
  return { shape: [ratios.size + 1], data: Float64Array.from([...ratios.values(), unseen]) };
}

/** The model of checked parts; throws a `ModelFileError` for anything else. */
export function inductionFromParts(parts: ModelParts): InductionModel {
  const reader = new PartsReader(parts, { kind: "induction", version: INDUCTION_VERSION });
  const tags = reader.symbols("tags", { distinct: true });
  if (tags.length === 0 || tags.length > MOST_TAGS) reader.damaged(`has ${tags.length} tags`);
  const shape = [tags.length, tags.length, BINS];
  const distances = reader.numbers("distances", Float64Array, { shape });
  const tagMap: TagMapName = reader.option("tagMap", TAG_MAP);
  const universal = reader.option("tags", INDUCTION_OPTIONS.tags) === "universal";
  // Gold trees are read and prepared by these.
  for (const name of ["column", "language", "steps"] as const)
    reader.option<unknown>(name, SEQUENCE_DATA_OPTIONS[name]);
  const spans = reader.has("yields") || reader.has("contexts") ? spansFrom(reader) : undefined;
  return frozen({
    kind: "induction",
    tags,
    tagMap,
    universal,
    distances,
    largest: largestOf(distances),
    spans,
    options: reader.options,
    report: parts.report,
  });
}

function spansFrom(reader: PartsReader): SpanRatios {
  const [yields, contexts] = [ratiosFrom(reader, "yields"), ratiosFrom(reader, "contexts")];
  return {
    yields: yields.ratios,
    contexts: contexts.ratios,
    unseenYield: yields.unseen,
    unseenContext: contexts.unseen,
  };
}

function ratiosFrom(reader: PartsReader, name: "yields" | "contexts") {
  const keys = reader.symbols(name, { distinct: true });
  const values = reader.numbers(name, Float64Array, { shape: [keys.length + 1] });
  return { ratios: new Map(keys.map((key, i) => [key, values[i]!])), unseen: values[keys.length]! };
}
