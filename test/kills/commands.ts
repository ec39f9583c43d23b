/**
 * The commands that are killed: `train` of every kind and `parse -o`, on data small enough that one run takes seconds.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../../src/base/index.ts";
import {
  conlluFromDependencies,
  writeConllu,
  writeLabelledPhrases,
  writePenn,
  writePhn,
  writeTagged,
  writeTokens,
  writeVectors,
  writeWav,
} from "../../src/formats/index.ts";
import { generateTreebank } from "../../src/samples/index.ts";
import { taggedSentence, words } from "../../src/trees/index.ts";
import { pairLines, samplePairs } from "../applications/similarity/pairs.ts";
import { syntheticCaptions } from "../applications/visual-text/captions.ts";
import { taggedText } from "../applications/visual-text/text.ts";
import { hums, RATE } from "../models/phones/hums.ts";
import { sampleText } from "../models/vectors/text.ts";

export interface KilledCommand {
  readonly name: string;
  readonly words: (output: string) => readonly string[];
  /** Run before, to make what it needs. */
  readonly before?: readonly string[];
  /** Whether it keeps what is finished in OUTPUT.checkpoints and goes on from there. */
  readonly staged: boolean;
}

const RERANK = "--rerank --list-size 4 --list-folds 2 --rerank-epochs 2 --epochs 1 --hash-bits 12 --folds 2 --states 2";

/** Writes the data into a folder. */
export function killedCommands(folder: string): readonly KilledCommand[] {
  const put = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const { trees, dependencies } = generateTreebank({ trees: 120, maxWords: 9 });
  const treebank = put("train.mrg", writePenn(trees));
  const tokens = put("tokens.txt", writeTokens(trees.map((tree) => words(tree))));
  const tagged = put("text.tagged", writeTagged(trees.map(taggedSentence)));
  const conllu = put(
    "train.conllu",
    writeConllu(dependencies.slice(0, 40).map((tree) => conlluFromDependencies(tree))),
  );
  const text = put("text.txt", sampleText(1000));
  const random = new Random(8);
  const vocabulary = [...new Set(trees.flatMap((tree) => words(tree)))];
  const numbers = () => Float32Array.from({ length: 6 }, () => random.normal());
  const vectors = put("words.vec", writeVectors(vocabulary.map((word) => ({ word, vector: numbers() }))));
  const speech = join(folder, "speech");
  mkdirSync(speech);
  for (const [i, { audio, segments }] of hums(4, 1).entries()) {
    put(`speech/u${i}.wav`, writeWav(audio.samples, RATE));
    put(`speech/u${i}.phn`, writePhn(segments, RATE));
  }
  const pairs = put("pairs.tsv", pairLines(samplePairs(60)));
  const observed = put("observed.tagged", taggedText(800));
  const captions = put("captions.jsonl", writeLabelledPhrases(syntheticCaptions(20)));
  const tagger = join(folder, "tags.model");
  const grammar = join(folder, "grammar.model");
  const train = (kind: string, data: string, ...flags: string[]): KilledCommand => ({
    name: `train ${kind}`,
    words: (output) => ["train", kind, data, "-o", output, ...flags],
    staged: false,
  });
  const single = ["--threads", "1"];
  return [
    train("parser", treebank, "--states", "4", ...single),
    train("sequence", treebank, "--states", "4"),
    { ...train("dependency", conllu, ...RERANK.split(" "), ...single), staged: true },
    train("induction", tagged, "--vectors", vectors, "--states", "3"),
    train("vectors", text, "--dim", "8", ...single),
    train("clusters", text, "--classes", "8", ...single),
    train("similarity", pairs, "--folds", "2", "--groups", "surface", ...single),
    train("visual-lexicon", observed, "--input", "tagged", "--min-count", "4", ...single),
    {
      ...train("visual", captions, "--parser", tagger, "--templates", "words-phrase"),
      before: ["train", "sequence", treebank, "--method", "hmm", "-o", tagger, "--quiet"],
    },
    train("captions", treebank),
    train("phones", speech, "--classes", "20", "--states", "3", ...single),
    {
      name: "parse -o",
      before: ["train", "parser", treebank, "--method", "pcfg", "-o", grammar, "--quiet"],
      words: (output) => ["parse", grammar, tokens, "--input", "tokens", "--threads", "1", "-o", output],
      staged: false,
    },
  ];
}
