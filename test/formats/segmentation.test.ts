/** Running text by the conventions of a language, and by those of a treebank. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError, OptionError } from "../../src/base/index.ts";
import {
  checkLanguage,
  checkSegmentation,
  conlluSpacing,
  defaultSegmentation,
  learnSegmentation,
  rawText,
  readConllu,
  readRawText,
  type Segmentation,
} from "../../src/formats/index.ts";
import { reported } from "./contract.ts";
import { inPieces } from "./pieces.ts";

const cut = (text: string, options: Parameters<typeof readRawText>[1]) =>
  readRawText(text, options).map((words) => words.join(" "));
/** Sentences of words, as a treebank has them. */
const treebank = (...sentences: string[]) => sentences.map((sentence) => sentence.split(" "));
const times = <T>(count: number, items: readonly T[]): T[] => Array.from({ length: count }, () => items).flat();

describe("German as it is usually written", () => {
  test.each([
    ["„Das ist gut“, sagte er.", ["„ Das ist gut “ , sagte er ."]],
    ["Dr. Müller kam. Er blieb.", ["Dr. Müller kam .", "Er blieb ."]],
    ["Es gibt z. B. Äpfel. Ich esse d. h. wenig.", ["Es gibt z. B. Äpfel .", "Ich esse d. h. wenig ."]],
    [
      "Am 3. Mai war die 2. Sitzung. Sie endete 1990. Dann",
      ["Am 3. Mai war die 2. Sitzung .", "Sie endete 1990 .", "Dann"],
    ],
    ["Nr. 5 (bzw. Nr. 6) kostet ca. 3,50 €.", ["Nr. 5 ( bzw. Nr. 6 ) kostet ca. 3,50 € ."]],
    ["Er mag Obst, Brot usw. Sie nicht.", ["Er mag Obst , Brot usw.", "Sie nicht ."]],
    ["Was? Ja! Das E-Mail-Programm – gut…", ["Was ?", "Ja !", "Das E-Mail-Programm – gut …"]],
    ["So endet das.Und so beginnt es.", ["So endet das . Und so beginnt es ."]],
  ])("%s", (text, sentences) => {
    expect(cut(text, { language: "de" })).toEqual(sentences);
    expect(cut(text, { language: "de-AT" })).toEqual(sentences);
  });
});

describe("languages", () => {
  test("a tag is checked and written in the usual way", () => {
    expect(checkLanguage("EN-gb")).toBe("en-GB");
    expect(cut("It's “so”.", { language: "en-GB" })).toEqual(["It 's `` so '' ."]);
    for (const bad of ["", "not a language", "x", "englishlanguage", "de_AT!"]) {
      const run = () => readRawText("a", { language: bad });
      expect(run).toThrow(OptionError);
      expect(run).toThrow(`raw text: language must be a language tag such as en or zh-Hant; got "${bad}".`);
    }
  });
  test("languages without words of their own: marks as written, initials keep their period", () => {
    expect(cut("« Il est là », dit J. Dupont. Il part.", { language: "fr" })).toEqual([
      ...["« Il est là » , dit J. Dupont .", "Il part ."],
    ]);
    expect(cut("Мы идём (домой). Да!", { language: "ru" })).toEqual(["Мы идём ( домой ) .", "Да !"]);
  });
  test("languages without blanks go to the engine", () => {
    expect(readRawText("他来了。我走了。", { language: "zh" }).map((words) => words.join(""))).toEqual([
      ...["他来了。", "我走了。"],
    ]);
    expect(readRawText("ฉันกินข้าว", { language: "th" })[0]!.length).toBeGreaterThan(1);
  });
});

describe("one sentence per line", () => {
  const lines = "Mr. Hall left. He slept\n\n  (Really!)  No. 5\n";
  test("nothing ends a sentence but the line", () => {
    expect(cut(lines, { lines: "sentences" })).toEqual(["Mr. Hall left. He slept", "-LRB- Really ! -RRB- No. 5"]);
    expect(cut("他来了。我走了。\n好", { lines: "sentences" })).toHaveLength(2);
  });
  test("empty lines on request", () => {
    expect(reported(rawText, [lines], { lines: "sentences", keepEmpty: true })).toEqual([
      { record: ["Mr.", "Hall", "left.", "He", "slept"], line: 1, column: 1 },
      { record: [], line: 2, column: 1 },
      { record: ["-LRB-", "Really", "!", "-RRB-", "No.", "5"], line: 3, column: 3 },
    ]);
  });
});

describe("conventions of a treebank", () => {
  const few = treebank(
    "He saw Dr. Hall on Sept. 3 .",
    "It is the ca. 5th -LRB- or 6th -RRB- .",
    "`` I do n't know , '' she said .",
    "They left the U.S. yesterday .",
    "Hall 's dog can not bark -- really ...",
  );
  const penn = learnSegmentation(times(4, few), "en");
  const words = (text: string, segmentation: Segmentation) => cut(text, { segmentation, lines: "sentences" })[0];

  test("abbreviations are words with a period inside a sentence", () => {
    expect(penn.abbreviations).toEqual(expect.arrayContaining(["dr", "sept", "ca", "u.s"]));
    expect(penn.abbreviations).not.toContain("yesterday");
    expect(learnSegmentation(times(4, treebank("It is a Xyz. he says .")), "en").abbreviations).toContain("xyz");
  });
  test("quotation marks, brackets and dashes are spelled as the treebank does", () => {
    expect(words("“It’s (a) – [b]” … „so“", penn)).toBe("`` It 's -LRB- a -RRB- -- -LSB- b -RSB- '' ... `` so ``");
    const german = learnSegmentation(times(4, treebank("„ Gut “ , sagt er ( leise ) .")), "de");
    expect(german.quotes).toEqual({ double: ["„", "“"], single: null, kept: ["“", "„"] });
    expect(words('"Gut", sagt er „so“ (leise).', german)).toBe("„ Gut “ , sagt er „ so “ ( leise ) .");
    const plain = learnSegmentation(times(4, treebank('" Well " , he said ( softly ) .')), "en");
    expect(words("“Well” (so) - ‘a’", plain)).toBe('" Well " ( so ) -- ‘ a ’');
  });
  test("ordinals", () => {
    expect(learnSegmentation(times(4, treebank("Am 3. Mai kam er .")), "fi").ordinals).toBe("inside");
    expect(learnSegmentation(times(4, treebank("1. Go home .", "He ran 5 . Then he slept .")), "en").ordinals).toBe(
      "start",
    );
    expect(learnSegmentation(times(4, treebank("1 . Go home .")), "en").ordinals).toBe("none");
  });
  test("clitics that the treebank cuts off, at either end, and those it leaves", () => {
    const french = learnSegmentation(times(4, treebank("L' homme n' a pas vu l' arbre d' Anne .")), "fr");
    expect(french.prefixes).toEqual(["d'", "l'", "n'"]);
    expect(words("L’homme d'Aix n’est qu'ici.", french)).toBe("L' homme d' Aix n' est qu'ici .");
    expect(words("I don't think it's Hall's.", penn)).toBe("I do n't think it 's Hall 's .");
    const whole = learnSegmentation(times(4, treebank("I don't think it's Hall's .")), "en");
    expect(whole.suffixes).not.toContain("'s");
    expect(words("We don't say that's so.", whole)).toBe("We don't say that's so .");
  });

  const spaced = (text: string) => {
    const parts = text.split(" ").map((chunk) => chunk.split("|"));
    return {
      words: parts.flat(),
      spaces: parts.flatMap((chunk) => chunk.map((_, i) => i === chunk.length - 1)),
    };
  };
  const web = learnSegmentation(
    times(4, [
      spaced("It|'s a well|-|known non-fiction book|, 5|km away| :)"),
      spaced("We can|not e-mail him im|possibly at 10|pm|!!"),
      spaced("Yahoo! had a long|-|term co-founder in 9/11|."),
      spaced("Red|/|green and and|/|or Xyz C++ 5|%|."),
      spaced("An old|-|fashioned man|."),
    ]),
    "en",
  );
  test("with blanks: hyphens, contractions, units and marks as the treebank has them", () => {
    expect(web.contractions).toMatchObject({ cannot: [3], impossibly: [2] });
    expect(web.units).toEqual(["km", "pm"]);
    expect(web.wholes).toEqual(expect.arrayContaining([":)", "Yahoo!"]));
    expect(words("A short-lived, non-Irish e-mail co-author.", web)).toBe(
      "A short - lived , non-Irish e-mail co-author .",
    );
    expect(words("He cannot run 3km at 9pm, Yahoo! blue/red :).", web)).toBe(
      "He can not run 3 km at 9 pm , Yahoo! blue / red :) .",
    );
  });
  test("without blanks: a hyphen apart joins words where it mostly does, otherwise it is a dash", () => {
    const joined = learnSegmentation(times(4, treebank("A well - known man saw a long - term plan .")), "en");
    expect(words("A short-lived plan.", joined)).toBe("A short - lived plan .");
    const dashed = learnSegmentation(times(4, treebank("Er kam - sagt man - zur CDU-Spitze im E-Mail-Netz .")), "de");
    expect(words("Die SPD-Spitze kam - gut.", dashed)).toBe("Die SPD-Spitze kam - gut .");
  });
  test("faces stay whole, brackets spelled as others, unless the treebank has them in parts", () => {
    const text = "Thanks :-) I like it ;) (see:1) :D. The C:D ratio :(";
    const penn = "Thanks :--RRB- I like it ;-RRB- -LRB- see : 1 -RRB- :D . The C :D ratio :-LRB-";
    expect(words(text, defaultSegmentation("en"))).toBe(penn.replace("C :D", "C : D"));
    const parted = learnSegmentation(times(4, treebank("Such : -RRB- are in parts .")), "en");
    expect(words("A :) and a ;)", parted)).toBe("A : -RRB- and a ;-RRB-");
    const whole = learnSegmentation(times(4, treebank("Not so :]-RRB- here .")), "en");
    expect(words("A :]) here", whole)).toBe("A :]-RRB- here");
  });
  test("words of a CoNLL-U sentence, with ranges", () => {
    const [sentence] = readConllu(
      [
        "1\tHe\t_\t_\t_\t_\t_\t_\t_\t_",
        "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No",
        "2\tdo\t_\t_\t_\t_\t_\t_\t_\t_",
        "3\tn't\t_\t_\t_\t_\t_\t_\t_\t_",
        "4\t.\t_\t_\t_\t_\t_\t_\t_\tX=1|SpaceAfter=No",
        "4.1\te\t_\t_\t_\t_\t_\t_\t_\t_",
      ].join("\n"),
    );
    expect(conlluSpacing(sentence!)).toEqual({
      words: ["He", "do", "n't", "."],
      spaces: [true, false, false, false],
    });
  });
});

describe("sentences of a treebank", () => {
  /** Two treebanks that differ in what ends a sentence. */
  const nouns = ["dog", "cat", "house", "river", "garden", "teacher"];
  const sentencesWith = (end: string) =>
    nouns.flatMap((a) =>
      nouns.flatMap((b) =>
        treebank(`The ${a} saw Dr. Hall , the ${b} did not ${end}`, `A ${b} , i.e. one ${a} , came ${end}`),
      ),
    );
  test("ends are learnt, not given", () => {
    const text = "The dog came ; A cat saw Prof. Hall . The river left";
    const byPeriod = learnSegmentation(sentencesWith("."), "en");
    const bySemicolon = learnSegmentation(sentencesWith(";"), "en");
    expect(cut(text, { segmentation: byPeriod }).length).toBe(2);
    expect(cut(text, { segmentation: byPeriod })[1]).toBe("The river left");
    expect(cut(text, { segmentation: bySemicolon })[0]).toBe("The dog came ;");
  });
  test("quotation marks go with what they stand before or behind", () => {
    const quoted = nouns.flatMap((a) =>
      nouns.flatMap((b) => treebank(`" The ${a} saw a ${b} ! "`, `The ${b} said , " A ${a} came . "`, `A ${a} left .`)),
    );
    const segmentation = learnSegmentation(quoted, "en");
    for (const [open, close] of [
      ['"', '"'],
      ["“", "”"],
    ] as const) {
      const text = `A cat left. ${open}The dog came! The cat saw a dog.${close} A dog left. ${open}A dog!${close} it said.`;
      expect(cut(text, { segmentation })).toEqual([
        ...["A cat left .", '" The dog came !', 'The cat saw a dog . "', "A dog left .", '" A dog ! " it said .'],
      ]);
    }
    expect(cut('A dog left. "A cat came!"', { segmentation })).toEqual(["A dog left .", '" A cat came ! "']);
  });
  test("abbreviations that are words as well keep their period behind numbers and with a capital", () => {
    const segmentation = learnSegmentation(sentencesWith("."), "en");
    const text = "The dog is ill. The cat sat 5 min. or less on no. 5 of the garden.";
    expect(cut(text, { segmentation })).toEqual([
      ...["The dog is ill .", "The cat sat 5 min. or less on no. 5 of the garden ."],
    ]);
  });
  test("abbreviations inside, and at the end", () => {
    const segmentation = learnSegmentation(sentencesWith("."), "en");
    expect(cut("The cat saw Dr. Hall, the dog did not. A dog, i.e. one cat, came.", { segmentation })).toEqual([
      ...["The cat saw Dr. Hall , the dog did not .", "A dog , i.e. one cat , came ."],
    ]);
    const ending = (last: string) => [...sentencesWith("."), ...times(9, treebank(`He lived in the ${last}`))];
    const finals = ["U.S. .", "U.S .", "U.S."].map((last) => learnSegmentation(ending(last), "en").finalPeriod);
    expect(finals).toEqual(["doubled", "apart", "kept"]);
  });
  test("where sentences have no marks, or are few, rules decide", () => {
    const captions = learnSegmentation(times(60, treebank("a dog runs", "two cats sleep")), "en");
    expect(captions.boundaries).toBeNull();
    expect(cut("A dog runs. Two cats sleep!", { segmentation: captions })).toEqual([
      "A dog runs .",
      "Two cats sleep !",
    ]);
    expect(learnSegmentation(sentencesWith(".").slice(0, 49), "en").boundaries).toBeNull();
  });
  test("a mark that the treebank hardly has is judged by others", () => {
    const segmentation = learnSegmentation(sentencesWith("."), "en");
    expect(cut("The dog came! A cat came? The river left.", { segmentation })).toEqual([
      ...["The dog came !", "A cat came ?", "The river left ."],
    ]);
  });
  test("blank lines always end sentences, and lines may", () => {
    const segmentation = learnSegmentation(sentencesWith("."), "en");
    expect(cut("A title\n\nThe dog came.", { segmentation })).toEqual(["A title", "The dog came ."]);
    expect(cut("the dog\na cat", { segmentation, lines: "paragraphs" })).toEqual(["the dog", "a cat"]);
  });
  const learnt = learnSegmentation(sentencesWith("."), "en");
  test("the same from JSON, twice the same", () => {
    const copy = checkSegmentation(JSON.parse(JSON.stringify(learnt)));
    expect(copy).toEqual(learnt);
    expect(learnSegmentation(sentencesWith("."), "en")).toEqual(learnt);
  });
  test("any cut into pieces gives the same sentences, and no letter is lost", () => {
    const part = fc.constantFrom(
      "It ",
      "rained",
      ". ",
      "Dr. ",
      '"',
      "'",
      "don't",
      "\n",
      " ",
      "...",
      "(",
      ")",
      "5%",
      "!",
      "-",
      "é",
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(fc.nat()), (parts, cuts) => {
        const text = parts.join("");
        const options = { segmentation: learnt };
        expect(reported(rawText, inPieces(text, cuts), options)).toEqual(reported(rawText, [text], options));
        const letters = (value: string) => value.match(/[\p{L}\p{N}]/gu)?.join("") ?? "";
        expect(
          letters(
            readRawText(text, options)
              .flat()
              .join("")
              .replace(/-[LR]RB-/g, ""),
          ),
        ).toBe(letters(text));
      }),
    );
  });
});

describe("small and damaged conventions", () => {
  test("a treebank without words gives those of the language", () => {
    expect(learnSegmentation([], "de")).toEqual(defaultSegmentation("de"));
    expect(learnSegmentation([[]], "en")).toEqual(defaultSegmentation("en"));
  });
  test.each([
    ["no object", null, "language"],
    ["a missing part", { ...defaultSegmentation("en"), suffixes: undefined }, "suffixes"],
    ["a wrong cut", { ...defaultSegmentation("en"), joints: { "- a b": 7 } }, "joints"],
    ["a wrong place", { ...defaultSegmentation("en"), contractions: { cannot: [0] } }, "contractions"],
    ["an empty spelling", { ...defaultSegmentation("en"), spellings: { "(": "" } }, "spellings"],
    ["a weight that is not a number", { ...defaultSegmentation("en"), boundaries: { ".": Number.NaN } }, "boundaries"],
    ["a wrong word", { ...defaultSegmentation("en"), ordinals: "some" }, "ordinals"],
  ])("%s", (_what, value, part) => {
    const check = () => checkSegmentation(value, "english.model");
    expect(check).toThrow(InputError);
    expect(check).toThrow(
      `english.model: the segmentation has no sound ${part}; expected what learnSegmentation gives.`,
    );
  });
});
