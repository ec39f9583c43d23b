/** Lists for a re-ranker, made in threads by a parser that has not seen their trees. */
import type { ModelParts } from "../../../base/model-parts.ts";
import { defineJobs } from "../../../base/parallel.ts";
import { headsNamed } from "../../../data/treebank.ts";
import { type Tree, words as wordsOf } from "../../../trees/tree.ts";
import { ChartParser } from "../../grammar/index.ts";
import { parserFromParts } from "../parts.ts";
import { spellingOf } from "../spelling.ts";
import { CandidateReader } from "./candidates.ts";
import { gainOf, packList, type TreeList } from "./lists.ts";

/** What a thread that makes lists needs. */
export interface ListSetup {
  readonly parts: ModelParts;
  readonly listSize: number;
}

interface State {
  readonly chart: ChartParser;
  readonly reader: CandidateReader;
  readonly spell: (word: string) => string;
  readonly listSize: number;
}

/** Jobs that make lists. */
export const listJobs = defineJobs(import.meta.url, {
  start: ({ parts, listSize }: ListSetup): State => {
    const model = parserFromParts(parts);
    return {
      ...{ chart: new ChartParser(model), listSize, spell: spellingOf(model.lexicon.words) },
      reader: new CandidateReader(model, headsNamed(model.options.heads)),
    };
  },
  jobs: {
    /** The list of a gold tree's sentence; undefined where there is nothing to choose. */
    list(gold: Tree, { chart, reader, spell, listSize }: State): TreeList | undefined {
      const words = wordsOf(gold).map(spell);
      const parse = chart.list(words, undefined, listSize);
      if (parse.trees.length < 2) return undefined;
      const gains = parse.trees.map(({ tree }) => gainOf(gold, tree));
      return gains.every((gain) => gain === gains[0]) ? undefined : packList(reader.read(words, parse), gains);
    },
  },
});

export default listJobs;
