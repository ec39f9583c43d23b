/** The models in pretrained/: what each is made of, how it is measured, and what its card says. */

/** A corpus with its licence and whom to name. */
export interface Corpus {
  readonly name: string;
  readonly about: string;
  readonly licence: string;
  readonly attribution: string;
}

export const CORPORA = {
  gum: {
    name: "GUM, the Georgetown University Multilayer corpus",
    about:
      "academic writing, biographies, court transcripts, interviews, news, textbooks and travel guides: the genres whose " +
      "texts may be passed on. Tags, dependencies and sentence boundaries are by hand; the brackets are automatic, made " +
      "from the gold tags and functions",
    licence: "annotations CC BY 4.0, texts CC BY or CC BY-SA",
    attribution:
      "Amir Zeldes, “The GUM Corpus: Creating Multilayer Resources in the Classroom”, Language Resources and Evaluation " +
      "51 (2017), 581–612; https://gucorpling.org/gum",
  },
  ewt: {
    name: "UD English EWT, the English Web Treebank in Universal Dependencies",
    about: "weblogs, newsgroups, e-mail, reviews, questions and answers; by hand",
    licence: "CC BY-SA 4.0",
    attribution:
      "Natalia Silveira et al., “A Gold Standard Dependency Corpus for English”, LREC 2014; " +
      "https://universaldependencies.org/treebanks/en_ewt",
  },
  craft: {
    name: "CRAFT, the Colorado Richly Annotated Full-Text corpus",
    about: "full biomedical articles, mostly on the genetics of the mouse; by hand",
    licence: "CC BY 3.0",
    attribution:
      "Karin Verspoor et al., “A corpus of full-text journal articles is a robust evaluation tool …”, BMC " +
      "Bioinformatics 13:207 (2012); https://github.com/UCDenver-ccp/CRAFT",
  },
  novels: {
    name: "A hundred English novels",
    about: "14.2 million words of running text, mostly of the nineteenth century",
    licence: "public domain",
    attribution: "Project Gutenberg",
  },
  wordnet: {
    name: "WordNet 3.1",
    about: "which parts of speech a word can have, and which words are names; inflected forms by rule",
    licence: "WordNet licence: free for any purpose, with its notice",
    attribution:
      "Christiane Fellbaum (ed.), “WordNet: An Electronic Lexical Database”, MIT Press 1998; WordNet 3.1 Copyright 2011 " +
      "by Princeton University; https://wordnet.princeton.edu",
  },
} as const satisfies Record<string, Corpus>;

export interface Recipe {
  /** The folder of pretrained/ and the kind: "en/parser". */
  readonly name: string;
  readonly title: string;
  readonly corpora: readonly (keyof typeof CORPORA)[];
  /** Commands whose files the training needs, run in the folder with the data; none unless given. */
  readonly before?: readonly string[];
  /** What follows `eigentree train`; names with a slash are files of the data folder. */
  readonly train: readonly string[];
  /** Gold data to measure with, with the CoNLL-U that tells the genres of its sentences; `every` n-th sentence. */
  readonly gold: readonly { readonly file: string; readonly genres?: string; readonly every?: number }[];
  readonly use: readonly string[];
  readonly weaknesses: readonly string[];
}

/** The treebanks with short sentences made of their own. */
const [EWT, GUM] = ["ewt-more.conllu", "gum-more.conllu"];
const MAKE_SHORT = [
  `npx tsx scripts/models/short-sentences.ts ud-ewt/train.conllu ${EWT}`,
  `npx tsx scripts/models/short-sentences.ts gum/train.conllu ${GUM}`,
];
/** The classes of `en/clusters`, wherever they are: the recipe before the taggers makes them. */
export const CLUSTERS_FILE = "clusters.paths";
/** What WordNet says of words. */
const LISTS_FILE = "words.tsv";
const MAKE_LISTS = `npx tsx scripts/models/word-lists.ts ${LISTS_FILE}`;
const OF_WORDS = ["--clusters", CLUSTERS_FILE, "--lists", LISTS_FILE];
const TAGGER = ["--method", "product", ...OF_WORDS, "--states", "16", "--min-count", "2"];
const GOLD_TAGS = [
  { file: "ud-ewt/dev.conllu", genres: "ud-ewt/dev.conllu" },
  { file: "gum/dev.conllu", genres: "gum/dev.conllu" },
];
const WEB_WEAKNESS = "Chat, tweets and other text with many spellings of its own are not in the training data.";

export const RECIPES: readonly Recipe[] = [
  {
    name: "en/clusters",
    title: "English word clusters",
    corpora: ["novels"],
    train: [
      ...["clusters", "text/novels.txt.gz", "--lines", "running", "--classes", "400", "--min-count", "8"],
      ...["--vocabulary", "40000"],
    ],
    gold: [],
    use: ["eigentree train sequence train.conllu --method perceptron --clusters clusters.paths -o tags.model"],
    weaknesses: ["As the vectors: nineteenth-century words, lower-case only, every digit 0."],
  },
  {
    name: "en/parser",
    title: "English constituency parser",
    corpora: ["gum", "ewt", "novels"],
    before: [
      "eigentree train parser gum/train.mrg --members 3 --states 24 --dense-above 200 --pack -o gum.model",
      MAKE_SHORT[0]!,
      `npx tsx scripts/models/brackets.ts gum.model gum/train.mrg ${EWT} ewt.mrg`,
    ],
    train: [
      ...["parser", "gum/train.mrg", "ewt.mrg", "--members", "3", "--states", "19", "--dense-above", "133"],
      ...["--clusters", CLUSTERS_FILE, "--rerank"],
    ],
    gold: [{ file: "gum/dev.mrg", genres: "gum/dev.conllu" }],
    use: ['eigentree parse en "The dog barks."', 'const parser = await open("en");'],
    weaknesses: [
      "Learnt from 4,320 sentences of GUM and 8,711 of EWT, short ones made of them included: rare constructions and " +
        "rare verbs are attached by habit.",
      "The brackets of GUM are automatic: they are flatter than the Penn Treebank's, and repeat mistakes. Those of EWT " +
        "were made by a parser of GUM under gold tags, and kept where they go with the gold dependencies.",
      "The tree on which three members agree prefers to leave a doubtful bracket out. In sentences of two or three words " +
        "a verb that is also a noun may be taken for the noun (“Dogs bark.”).",
      "Sentences of more than 60 words take seconds and lose several points of F1.",
    ],
  },
  {
    name: "en/sequence",
    title: "English tagger, universal tags",
    corpora: ["ewt", "gum", "novels", "wordnet"],
    before: [MAKE_LISTS, ...MAKE_SHORT],
    train: ["sequence", EWT, GUM, ...TAGGER],
    gold: GOLD_TAGS,
    use: ['eigentree tag en "The dog barks."', 'const tagger = await open("en", "sequence");'],
    weaknesses: [
      "Names and common nouns in titles, and in text without capitals or all in capitals, are mixed up most often.",
      WEB_WEAKNESS,
    ],
  },
  {
    name: "en-penn/sequence",
    title: "English tagger, tags of the Penn Treebank",
    corpora: ["ewt", "gum", "novels", "wordnet"],
    before: [MAKE_LISTS, ...MAKE_SHORT],
    train: ["sequence", EWT, GUM, "--column", "xpos", ...TAGGER],
    gold: GOLD_TAGS,
    use: ['eigentree tag en-penn "The dog barks."', 'const tagger = await open("en-penn", "sequence");'],
    weaknesses: [
      "NN and NNP, and JJ and NN before a noun, are mixed up most often.",
      "The two treebanks do not always agree, as on the tag of a dash between words.",
      WEB_WEAKNESS,
    ],
  },
  {
    name: "en/dependency",
    title: "English dependency parser with re-ranking",
    corpora: ["gum", "ewt", "novels", "wordnet"],
    before: [MAKE_LISTS, ...MAKE_SHORT],
    train: [
      // GUM first: its conventions of punctuation are those of the guidelines, and are used wherever in doubt.
      ...["dependency", GUM, EWT, "--order", "second", "--epochs", "6", "--folds", "4"],
      ...["--rerank", "--list-folds", "2", "--list-size", "30", "--states", "18", ...OF_WORDS],
    ],
    gold: GOLD_TAGS,
    use: [
      'eigentree parse en --dependencies "The girl read a long letter."',
      'const parser = await open("en", "dependency");',
    ],
    weaknesses: [
      "Trees are projective: crossing arcs, about 0.3 % of those in the treebanks, are never found.",
      "Attachments of prepositional phrases and of coordinated clauses far away are the most frequent mistakes.",
      "In sentences of three or four words a verb that is also a noun may be taken for the noun (“The dog barks.”).",
      "EWT and GUM attach punctuation in different ways. A text gets the way of GUM, which is that of the guidelines of " +
        "Universal Dependencies, unless it has some hundred words and is clearly like EWT; a sentence by itself always does.",
    ],
  },
  {
    name: "en/vectors",
    title: "English word vectors",
    corpora: ["novels"],
    train: [
      ...["vectors", "text/novels.txt.gz", "--lines", "running", "--dim", "50", "--vocabulary", "30000"],
      "--no-noise",
    ],
    gold: [],
    use: ["eigentree neighbours en dog", 'const vectors = await open("en", "vectors");'],
    weaknesses: [
      "Novels of the nineteenth century: no computers, few sciences, and the views of their time on people.",
      "Lower-case only, and every digit is 0.",
    ],
  },
  {
    name: "en-bio/parser",
    title: "English constituency parser for biomedical articles",
    corpora: ["craft"],
    train: [
      ...["parser", "craft/train.mrg", "--members", "3", "--states", "30", "--dense-above", "85"],
      ...["--tensor-error", "0.08", "--rerank"],
    ],
    gold: [{ file: "craft/dev.mrg" }],
    use: ['eigentree parse en-bio "Brca2 is expressed."', 'const parser = await open("en-bio");'],
    weaknesses: [
      "Articles on the genetics of the mouse: other fields of medicine have words that it does not know.",
      "Everyday text is parsed worse than with `en`.",
    ],
  },
];
