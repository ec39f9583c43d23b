/** `eigentree search PATTERN TREES…`: nodes that fit a pattern in the manner of tregex. */
import { choice, flag } from "../../base/index.ts";
import { openSource, streamRecords, treeReader } from "../../data/index.ts";
import { ENCODING_OPTION, STANDARD_INPUT, textSources } from "../../files/index.ts";
import { formatPenn } from "../../formats/index.ts";
import { RELATIONS, readPattern, searchTree, type TreeMatch, words } from "../../trees/index.ts";
import { defineCommand } from "../frame/command.ts";
import { shared } from "../frame/flags.ts";
import { counted, formatCount } from "../frame/numbers.ts";

const relations = Object.entries(RELATIONS).map(([sign, says]) => `A ${sign} B: ${says}`);

export const search = defineCommand({
  description:
    "Finds nodes of trees, as tregex does. Labels are NP, NP|VP, /^NP/ (a regular expression) or __ (any); words are nodes under their tags. " +
    `${relations.join("; ")}. Several relations must all hold; | between them: either; ! before one: there is no such node; [ ] group; ` +
    "=x after a label keeps a node under a name. TREES are Penn brackets, TIGER-XML or Negra export; without them, standard input.",
  arguments: ["PATTERN", "[TREES…]"],
  options: {
    show: choice(
      "what to write of a match: its brackets, its words, its sentence, or the whole tree",
      ["brackets", "words", "sentence", "tree"],
      { default: "brackets" },
    ),
    count: flag("write the number of matches only", { default: false }),
    encoding: ENCODING_OPTION,
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree search 'NP < (DT . NN)' parsed.mrg", "noun phrases with a determiner just before a noun"],
    [
      "eigentree parse en novel.txt | eigentree search 'VP < (/^VB/=verb . NP=object)' --json",
      "verbs and their objects",
    ],
    ["eigentree search 'NP !<< NN' parsed.mrg --count", "how many noun phrases have no common noun"],
  ],
  async run(context, [text = "", ...given], { show, count, encoding }) {
    const pattern = readPattern(text);
    const paths = given.length === 0 ? [STANDARD_INPUT] : given;
    let [trees, matches, hits] = [0, 0, 0];
    for (const source of textSources(paths, { progress: context.progress, encoding })) {
      const opened = await openSource(source);
      for await (const { record: tree, line } of streamRecords(opened, { input: opened.format }, treeReader())) {
        trees++;
        const sentence = words(tree);
        let found = 0;
        for (const match of searchTree(tree, pattern)) {
          found++;
          if (count) continue;
          if (context.json) await context.print(JSON.stringify(factsOf(match, sentence, source.name, line)));
          else {
            const shown = show === "sentence" ? sentence.join(" ") : formatPenn(show === "tree" ? tree : match.tree);
            await context.print(
              [show === "words" ? phrase(match, sentence) : shown, ...named(match, sentence)].join("\t"),
            );
          }
        }
        matches += found;
        if (found > 0) hits++;
      }
    }
    if (count) await context.report({ matches, trees: hits, searched: trees }, () => String(matches));
    context.note(
      `${formatCount(matches)} ${matches === 1 ? "match" : "matches"} in ${hits} of ${counted(trees, "tree")}`,
    );
  },
});

const phrase = ({ begin, end }: Pick<TreeMatch, "begin" | "end">, sentence: readonly string[]): string =>
  sentence.slice(begin, end).join(" ");

const named = ({ names }: TreeMatch, sentence: readonly string[]): string[] =>
  Object.entries(names).map(([name, node]) => `${name}=${phrase(node, sentence)}`);

const factsOf = (match: TreeMatch, sentence: readonly string[], file: string, line: number) => ({
  file,
  line,
  sentence: sentence.join(" "),
  label: match.label,
  begin: match.begin,
  end: match.end,
  words: phrase(match, sentence),
  brackets: formatPenn(match.tree),
  names: Object.fromEntries(
    Object.entries(match.names).map(([name, node]) => [
      name,
      { label: node.label, begin: node.begin, end: node.end, words: phrase(node, sentence) },
    ]),
  ),
});
