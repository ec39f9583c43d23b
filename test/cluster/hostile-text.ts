/** Text that tells engines apart, written here: every character of the first plane, words at every limit, odd lines. */

import { Random } from "../../src/base/index.ts";
import { probeLines } from "../../src/cluster/probe.ts";
import { CORPUS_OPTIONS } from "../../src/data/index.ts";

/** Words with the same CRC-32, which is linear: they differ by strings whose own checksum is that of zeros. */
export const ONE_CHECKSUM: readonly string[] = [
  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "baaaaabaabbaaaaabaaabbbabbabbabbbaaaaaaa",
  "bbaaaabbababaaaabbaabaabbabbabbaabaaaaaa",
  "abbaaaabbababaaaabbaabaabbabbabbaabaaaaa",
];

/** Lines of words, punctuation and characters of all planes at random. */
function randomLines(count: number, seed: number): string[] {
  const random = new Random(seed);
  const pieces = [
    ..."aAzZ09 .,'-’\t\r!\"#$%&()*+/:;<=>?@[\\]^_`{|}~",
    ...[
      "n't",
      "'s",
      "'ll",
      "N'T",
      "’ve",
      "dog",
      "Straße",
      "e\u0301",
      "\u0130",
      "\u03a3",
      "\u{10400}",
      "\u{1f469}\u200d\u{1f680}",
      "\u4e2d",
    ],
  ];
  const character = () => {
    const code = random.integer(0x11000);
    return code >= 0xd800 && code <= 0xdfff ? " " : code === 10 ? " " : String.fromCodePoint(code);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + random.integer(40) }, () =>
      random.integer(6) === 0 ? character() : pieces[random.integer(pieces.length)]!,
    ).join(""),
  );
}

/** The characters of the first plane between letters, digits and doubled. */
function allCharacters(): string[] {
  const lines: string[] = [];
  let line: string[] = [];
  for (let unit = 1; unit <= 0xffff; unit++) {
    if (unit === 10 || (unit >= 0xd800 && unit <= 0xdfff)) continue;
    const character = String.fromCharCode(unit);
    line.push(`a${character}b ${character}${character} 1${character}2`);
    if (line.length < 40) continue;
    lines.push(line.join(" "));
    line = [];
  }
  return [...lines, line.join(" ")];
}

const DEFAULTS = Object.fromEntries(
  Object.entries(CORPUS_OPTIONS).map(([name, { default: value }]) => [name, value]),
) as never;

/** With every character, or with those alone that begin or end a class. */
export const hostileText = (all: boolean): string =>
  `${[...probeLines(DEFAULTS), ...(all ? allCharacters() : []), ...randomLines(all ? 1500 : 300, 7), ONE_CHECKSUM.join(" ")].join("\n")}\n\r\n\n`;
