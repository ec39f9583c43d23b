/**
 * What people write by hand: patterns of nodes, templates of features, lists, ratings, EVALB's parameters, and the
 * words of options. Any text is read or refused with an error of ours; a pattern that was read is searched for.
 */
import { readWordRatings } from "../../../src/applications/visual-text/lexicon/index.ts";
import type { OptionSpec } from "../../../src/base/index.ts";
import { EIGENTREE } from "../../../src/cli/commands.ts";
import type { CommandEntry } from "../../../src/cli/frame/command.ts";
import { readBracketParameters } from "../../../src/evaluation/index.ts";
import { parseTemplates } from "../../../src/models/sequence/features/parse.ts";
import { readGazetteer } from "../../../src/models/sequence/index.ts";
import { generateTreebank } from "../../../src/samples/index.ts";
import { readPattern, searchTree, type Tree } from "../../../src/trees/index.ts";
import { bytesOf, type Family, magnitude, ownError, textOf } from "../family.ts";
import { derive, type Rules } from "../grammar.ts";

/** Matches that are looked at: with names there may be one for every choice of nodes. */
const MOST_MATCHES = 500;
/** Names multiply the work, which is what they are for: patterns with more are read, not searched for. */
const MOST_NAMES = 2;

// biome-ignore format: lists of short texts
const PATTERN: Rules = {
  start: ["«node»«relations»"],
  node: ["NP", "__", "!NP", "NP|VP", "/^N/", "/(/", "\"dog\"", "(«node»«relations»)", "«word»", "NP=a", "=a", "DT=b"],
  relations: ["", " «operator» «node»", "«relations»«relations»", " !«relation»", " |«relations»", " & «relation»", " [«relations»]"],
  relation: [" «operator» «node»"],
  operator: ["<", "<<", ">", ">>", "<,", "<-", "<:", ".", "..", ",", ",,", "$", "$+", "$-", "$++", "$--"],
};

// biome-ignore format: lists of short texts
const TEMPLATES: Rules = {
  start: ["«product»", "«product», «start»", "«product»«end»«start»", "# «word»«end»«start»"],
  product: ["«atom»", "«atom»*«atom»", "«product»*«atom»", ""],
  atom: ["word", "word-1", "prefix3", "suffix«number»", "class«number»+1", "word..word+2", "word«number»", "shape-9", "vector", "«word»"],
};

// biome-ignore format: lists of short texts
const PARAMETERS: Rules = {
  start: ["«line»«end»", "«line»«end»«start»"],
  line: ["DELETE_LABEL «word»", "DELETE_LABEL_FOR_LENGTH «word»", "EQ_LABEL «word» «word»", "EQ_WORD «word»", "CUTOFF_LEN «number»", "# «word»", "DEBUG «number»", "«word» «word»"],
};

// biome-ignore format: lists of short texts
const LIST: Rules = {
  start: ["«word»\t«words»«end»", "«word»\t«words»«end»«start»", "Word\tConc.M«end»«start»", "«word»\t«number»«end»«start»"],
  words: ["«word»", "«word» «words»", "«word»\t«word»"],
};

/** A reader of a whole text whose records are not written again. */
const language = (name: string, rules: Rules, seed: string, read: (text: string) => number): Family => ({
  name: `languages/${name}`,
  seeds: () => [bytesOf(seed)],
  generate: (random) => derive(rules, random),
  run(input) {
    try {
      return magnitude(read(textOf(input)));
    } catch (error) {
      return ownError(error);
    }
  },
});

let sample: readonly Tree[] | undefined;

function search(text: string): number {
  const pattern = readPattern(text);
  if (pattern.names.length > MOST_NAMES) return 0;
  sample ??= generateTreebank({ trees: 3, seed: 5 }).trees;
  let found = 0;
  for (const tree of sample) {
    for (const _ of searchTree(tree, pattern)) if (++found === MOST_MATCHES) return found;
  }
  return found;
}

/** The options of every command that needs no model to say what they are. */
let options: Promise<readonly OptionSpec<unknown>[]> | undefined;

async function optionsOf(entries: readonly CommandEntry[]): Promise<OptionSpec<unknown>[]> {
  const found: OptionSpec<unknown>[] = [];
  for (const { commands, load } of entries) {
    if (commands !== undefined) found.push(...(await optionsOf(commands)));
    if (load !== undefined) found.push(...Object.values((await load([])).options));
  }
  return found;
}

const optionWords: Family = {
  name: "languages/options",
  seeds: () => ["1", "1e9", "0x10", "a,b", "1,,2", "256M", "3/16", "utf-8", "en-GB", "word"].map(bytesOf),
  async run(input) {
    const word = textOf(input);
    options ??= optionsOf(EIGENTREE.entries);
    let taken = 0;
    for (const { fromText, accepts } of await options) {
      const value = fromText?.(word);
      if (value !== undefined && accepts(value)) taken++;
    }
    return `taken by ${taken}`;
  },
};

export const SMALL_LANGUAGES: readonly Family[] = [
  language("patterns", PATTERN, "NP=a !< (DT . NN) [<< dog | $+ VP]", search),
  language(
    "templates",
    TEMPLATES,
    "word-1*word, prefix3 # both\nshape+1\n",
    (text) => parseTemplates(text, ["pos"]).length,
  ),
  language("lists", LIST, "city\tNew York\n", (text) => readGazetteer(text).length),
  language("ratings", LIST, "Word\tConc.M\ndog\t4.85\n", (text) => readWordRatings(text).length),
  language(
    "parameters",
    PARAMETERS,
    "DELETE_LABEL TOP\nEQ_LABEL ADVP PRT\nCUTOFF_LEN 40\n",
    (text) => readBracketParameters(text).equalLabels.length,
  ),
  optionWords,
];
