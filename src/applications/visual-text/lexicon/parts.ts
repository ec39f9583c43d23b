/** Lexicons as the parts of a model file, and back. */
import { frozen, type ModelParts, PartsReader, type Tensor, type TensorData } from "../../../base/index.ts";
import { NO_CLASS } from "./bootstrap.ts";
import type { VisualLexiconModel, WordGraph } from "./model.ts";
import { VISUAL_CLASSES } from "./seeds.ts";

/** The layout that this program writes and reads. */
export const VISUAL_LEXICON_VERSION = 1;

const flat = (data: TensorData): Tensor => ({ shape: [data.length], data });

const PREFIXES = { nouns: "noun", adjectives: "adjective" } as const;

/** A lexicon as the parts of a model file. */
export function visualLexiconToParts(model: VisualLexiconModel): ModelParts {
  const { attributes, propagated, options, report } = model;
  return {
    kind: "visual-lexicon",
    version: VISUAL_LEXICON_VERSION,
    options,
    report,
    symbols: {
      nouns: model.nouns.words,
      adjectives: model.adjectives.words,
      attributes: attributes.names,
      propagated: propagated.words,
    },
    tensors: {
      ...graphTensors(PREFIXES.nouns, model.nouns),
      ...graphTensors(PREFIXES.adjectives, model.adjectives),
      attributeClasses: flat(attributes.classes),
      attributeIterations: flat(attributes.iterations),
      attributeScores: flat(attributes.scores),
      propagatedScores: flat(propagated.scores),
    },
  };
}

function graphTensors(prefix: string, { counts, graph, classes, iterations, visualness }: WordGraph) {
  return {
    [`${prefix}Counts`]: flat(counts),
    [`${prefix}Starts`]: flat(graph.starts),
    [`${prefix}Neighbours`]: flat(graph.neighbours),
    [`${prefix}Weights`]: flat(graph.weights),
    [`${prefix}Classes`]: flat(classes),
    [`${prefix}Iterations`]: flat(iterations),
    [`${prefix}Visualness`]: flat(visualness),
  };
}

/** The lexicon of checked parts; throws a `ModelFileError` for anything else. */
export function visualLexiconFromParts(parts: ModelParts): VisualLexiconModel {
  const reader = new PartsReader(parts, { kind: "visual-lexicon", version: VISUAL_LEXICON_VERSION });
  const nouns = graphFrom(reader, "nouns");
  const adjectives = graphFrom(reader, "adjectives");
  const names = reader.symbols("attributes", { distinct: true });
  const shape = [adjectives.words.length];
  const propagated = reader.symbols("propagated", { distinct: true });
  return frozen({
    kind: "visual-lexicon",
    nouns,
    adjectives,
    attributes: {
      names,
      classes: reader.indices("attributeClasses", Int32Array, names.length, { shape, least: NO_CLASS }),
      iterations: reader.uint32("attributeIterations", shape),
      scores: reader.numbers("attributeScores", Float64Array, { shape, min: 0 }),
    },
    propagated: {
      words: propagated,
      scores: reader.numbers("propagatedScores", Float64Array, { shape: [propagated.length], min: -1, max: 1 }),
    },
    options: reader.options,
    report: parts.report,
  });
}

function graphFrom(reader: PartsReader, name: keyof typeof PREFIXES): WordGraph {
  const prefix = PREFIXES[name];
  const words = reader.symbols(name, { distinct: true });
  const shape = [words.length];
  const neighbours = reader.indices(`${prefix}Neighbours`, Uint32Array, words.length, { shape: [undefined] });
  return {
    words,
    counts: reader.numbers(`${prefix}Counts`, Float64Array, { shape, min: 0 }),
    graph: {
      starts: reader.offsets(`${prefix}Starts`, Uint32Array, words.length, neighbours.length),
      neighbours,
      weights: reader.numbers(`${prefix}Weights`, Float64Array, { shape: [neighbours.length], min: 0, max: 1 }),
    },
    classes: reader.indices(`${prefix}Classes`, Int32Array, VISUAL_CLASSES.length, { shape, least: NO_CLASS }),
    iterations: reader.uint32(`${prefix}Iterations`, shape),
    visualness: reader.numbers(`${prefix}Visualness`, Float64Array, { shape, min: -1, max: 1 }),
  };
}
