/** Scores of the shipped models, for each genre of the gold data and for all of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readDependencies, readSequences, readTreebank } from "../../src/data/index.ts";
import {
  BracketScorer,
  type SentenceBrackets,
  scoreAttachment,
  summarizeBrackets,
  TaggingScorer,
  type TaggingSummary,
} from "../../src/evaluation/index.ts";
import { open } from "../../src/files/index.ts";
import { readConllu } from "../../src/formats/index.ts";
import type { DependencyParser } from "../../src/models/dependency/index.ts";
import type { Parser } from "../../src/models/parser/index.ts";
import type { Tagger } from "../../src/models/sequence/index.ts";
import { words } from "../../src/trees/index.ts";
import type { Recipe } from "./recipes.ts";

export interface GenreScore {
  /** "all" for the whole file. */
  readonly genre: string;
  readonly sentences: number;
  readonly words: number;
  /** By the name of the measure: F1, tags … */
  readonly scores: Readonly<Record<string, number>>;
}

export interface GoldScores {
  readonly file: string;
  /** Of so many sentences one was measured with. */
  readonly every: number;
  readonly rows: readonly GenreScore[];
  readonly sentencesPerSecond: number;
}

export const ALL = "all";

/** GUM_academic_exposure → academic; weblog-blogspot.com_… → weblog. */
const genreOf = (document: string): string => /^(?:GUM_)?([a-z]+)/.exec(document)?.[1] ?? document;

/** The genre of every sentence, from the names of the documents. */
function genresIn(text: string): string[] {
  let genre = "";
  return [...readConllu(text)].map(({ comments }) => {
    for (const comment of comments) {
      const document = /^#\s*newdoc id\s*=\s*(\S+)/.exec(comment)?.[1];
      if (document !== undefined) genre = genreOf(document);
    }
    return genre;
  });
}

/** What one sentence gives to the scores, summed up for any choice of sentences. */
interface Measure<Item> {
  readonly items: readonly Item[];
  readonly seconds: number;
  readonly wordsOf: (item: Item) => number;
  readonly summarize: (items: readonly Item[]) => Readonly<Record<string, number>>;
}

function measureParser(parser: Parser, text: string, every: number): Measure<SentenceBrackets> {
  const { trees: all } = readTreebank(text, { preparation: parser.model.options.preparation });
  const trees = all.filter((_, n) => n % every === 0);
  const scorer = new BracketScorer();
  parser.load();
  const started = performance.now();
  for (const gold of trees) scorer.add(gold, parser.parse(words(gold)).tree);
  return {
    items: scorer.sentences,
    seconds: (performance.now() - started) / 1000,
    wordsOf: ({ length }) => length,
    summarize(items) {
      const { f1, completeMatch, tagAccuracy } = summarizeBrackets(items);
      return { F1: f1, exact: completeMatch, tags: tagAccuracy };
    },
  };
}

function measureTagger(tagger: Tagger, text: string) {
  const { sequences } = readSequences(text, tagger.reading);
  const started = performance.now();
  const items = sequences.map((gold) => ({ gold, tags: tagger.tag(gold.words).tags }));
  const measure: Measure<(typeof items)[number]> = {
    items,
    seconds: (performance.now() - started) / 1000,
    wordsOf: ({ gold }) => gold.words.length,
    summarize(some) {
      const scorer = new TaggingScorer();
      for (const { gold, tags } of some) scorer.add(gold.tags, tags);
      const { accuracy }: TaggingSummary = scorer.summary();
      return { accuracy };
    },
  };
  return measure;
}

function measureDependencies(parser: DependencyParser, text: string) {
  const { tags, language } = parser.model.options;
  const { trees } = readDependencies(text, { tags, language });
  const started = performance.now();
  const style = parser.styleFor(trees.map((gold) => gold.words));
  const items = trees.map((gold) => ({ gold, found: parser.parse({ words: gold.words, style }).tree }));
  const measure: Measure<(typeof items)[number]> = {
    items,
    seconds: (performance.now() - started) / 1000,
    wordsOf: ({ gold }) => gold.words.length,
    summarize(some) {
      const { uas, las, complete } = scoreAttachment(
        some.map(({ gold }) => gold),
        some.map(({ found }) => found),
      );
      return { UAS: uas.f1, LAS: las.f1, complete };
    },
  };
  return measure;
}

function rowsOf<Item>(measure: Measure<Item>, genres: readonly string[] | undefined): GenreScore[] {
  const { items, wordsOf, summarize } = measure;
  if (genres !== undefined && genres.length !== items.length)
    throw new Error(`${items.length} gold sentences, but the genres of ${genres.length}`);
  const row = (genre: string, some: readonly Item[]): GenreScore => ({
    genre,
    sentences: some.length,
    words: some.reduce((sum, item) => sum + wordsOf(item), 0),
    scores: summarize(some),
  });
  const names = [...new Set(genres ?? [])].sort();
  const each = names.map((name) =>
    row(
      name,
      items.filter((_, i) => genres![i] === name),
    ),
  );
  return [...each, row(ALL, items)];
}

/** Every gold file of a recipe, measured with the model file at `path`. */
export async function scoresOf({ gold }: Recipe, path: string, data: string): Promise<GoldScores[]> {
  const found: GoldScores[] = [];
  const predictor = await open(path);
  for (const { file, genres, every = 1 } of gold) {
    const text = readFileSync(join(data, file), "utf8");
    const names = genres === undefined ? undefined : genresIn(readFileSync(join(data, genres), "utf8"));
    const add = <Item>(measure: Measure<Item>) =>
      found.push({
        ...{ file, every, rows: rowsOf(measure, names) },
        sentencesPerSecond: measure.items.length / measure.seconds,
      });
    if (predictor.kind === "parser") add(measureParser(predictor, text, every));
    else if (predictor.kind === "sequence") add(measureTagger(predictor, text));
    else if (predictor.kind === "dependency") add(measureDependencies(predictor, text));
  }
  return found;
}
