/** `dependencies`: heads and relations of words. A constituency parser answers too, by its head rules. */
import type { Json } from "../base/model-parts.ts";
import { checkOptions, type OptionsOf } from "../base/options.ts";
import { DEPENDENCY_PARSING_OPTIONS, DependencyParser } from "../models/dependency/index.ts";
import type { ScoredTree } from "../models/parser/index.ts";
import { type DependencyTree, ENGLISH_HEADS, GENERIC_HEADS, toDependencies } from "../trees/index.ts";
import { SENTENCE_ITEMS, type Words } from "./sentences.ts";
import { defineVerb, listOf, NUMBER, objectOf, rounded, TEXT, WHOLE } from "./verb.ts";

type Options = OptionsOf<typeof DEPENDENCY_PARSING_OPTIONS>;

const parsers = new WeakMap<DependencyParser, { readonly key: string; readonly parser: DependencyParser }>();

/** The parser with these options; the last one used is kept. */
function parserWith(parser: DependencyParser, options: Options): DependencyParser {
  const key = JSON.stringify(options);
  let own = parsers.get(parser);
  if (own?.key !== key) parsers.set(parser, (own = { key, parser: new DependencyParser(parser.model, options) }));
  return own!.parser;
}

const facts = ({ words, tags, heads, labels }: DependencyTree) => ({ words, tags, heads, relations: labels });

/** Options that only dependency parsers have must stay at their defaults for others. */
const LISTS = { kBest: DEPENDENCY_PARSING_OPTIONS.kBest };

const ANALYSIS = {
  words: listOf(TEXT),
  tags: listOf(TEXT),
  heads: { ...listOf(WHOLE), description: "for every word the number of its head, counted from 1; 0 for the root" },
  relations: listOf(TEXT),
};

export const dependencies = defineVerb({
  name: "dependencies",
  summary: "find the heads and relations of words",
  kinds: ["dependency", "parser"],
  ...SENTENCE_ITEMS,
  options: DEPENDENCY_PARSING_OPTIONS,
  answer: objectOf({ ...ANALYSIS, trees: listOf(objectOf({ ...ANALYSIS, score: NUMBER }, ["score"])) }, ["trees"]),
  run(parser, { words, tags }: Words, options): Json {
    const known = tags?.every((each) => each !== undefined) ? (tags as readonly string[]) : undefined;
    const scored = (list: readonly { readonly tree: DependencyTree; readonly score: number | undefined }[]) =>
      list.map(({ tree, score }) => ({ ...facts(tree), ...(score === undefined ? {} : { score: rounded(score) }) }));
    let list: ReturnType<typeof scored>;
    if (parser.kind === "dependency") list = scored(parserWith(parser, options).parse({ words, tags: known }).list);
    else {
      const { kBest } = checkOptions("dependencies", LISTS, { kBest: options.kBest });
      const heads = parser.model.options.heads === ENGLISH_HEADS.name ? ENGLISH_HEADS : GENERIC_HEADS;
      const trees: readonly ScoredTree[] = parser.kBest({ words, tags }, kBest);
      list = scored(trees.map(({ tree, score }) => ({ tree: toDependencies(tree, heads), score })));
    }
    const { score: _, ...best } = list[0] as (typeof list)[number] & { score?: number };
    return { ...best, ...(options.kBest === 1 ? {} : { trees: list }) } as unknown as Json;
  },
});
