/**
 * Maps to the twelve universal tags of Petrov, Das and McDonald (LREC 2012), plus what the top bracket asks of a tag:
 * is it a noun, a verb that is not a participle, punctuation, a comma or the like. Tags that no map knows become X,
 * and are counted.
 */

/** The twelve universal tags. */
export const UNIVERSAL_TAGS = [
  "NOUN",
  "VERB",
  "ADJ",
  "ADV",
  "PRON",
  "DET",
  "ADP",
  "NUM",
  "CONJ",
  "PRT",
  ".",
  "X",
] as const;
/** One of `UNIVERSAL_TAGS`. */
export type UniversalTag = (typeof UNIVERSAL_TAGS)[number];

/** The tag sets that can be mapped to universal tags. */
export const TAG_MAPS = ["penn", "stts", "sinica", "ctb", "ud", "universal"] as const;
/** One of `TAG_MAPS`. */
export type TagMapName = (typeof TAG_MAPS)[number];

/** "NOUN: NN NNS; …" as a table. */
function tableOf(text: string): ReadonlyMap<string, UniversalTag> {
  const table = new Map<string, UniversalTag>();
  for (const line of text.trim().split("\n")) {
    const [tag, ...sources] = line.trim().split(/\s+/);
    for (const source of sources) table.set(source, tag as UniversalTag);
  }
  return table;
}

const PENN = tableOf(`
  NOUN NN NNS NNP NNPS
  VERB VB VBD VBG VBN VBP VBZ MD
  ADJ JJ JJR JJS AFX
  ADV RB RBR RBS WRB
  PRON PRP PRP$ WP WP$ EX
  DET DT PDT WDT
  ADP IN
  NUM CD
  CONJ CC
  PRT TO RP POS
  . . , : \`\` '' " -LRB- -RRB- -LSB- -RSB- -LCB- -RCB- HYPH NFP # $
  X FW LS SYM UH ADD GW XX`);

const STTS = tableOf(`
  NOUN NN NE NNE
  VERB VVFIN VVIMP VVINF VVIZU VVPP VAFIN VAIMP VAINF VAPP VMFIN VMINF VMPP
  ADJ ADJA ADJD
  ADV ADV PWAV PROAV PAV
  PRON PPER PRF PDS PIS PPOSS PRELS PWS PRELAT PWAT
  DET ART PDAT PIAT PIDAT PPOSAT
  ADP APPR APPRART APPO APZR
  NUM CARD
  CONJ KON KOUS KOUI KOKOM
  PRT PTKZU PTKNEG PTKVZ PTKANT PTKA
  . $, $. $( $[ $*LRB*
  X FM ITJ TRUNC XY -- SPELL`);

const CTB = tableOf(`
  NOUN NN NR NT
  VERB VA VC VE VV
  ADJ JJ
  ADV AD
  PRON PN
  DET DT
  ADP P LC
  NUM CD OD M
  CONJ CC CS
  PRT AS DEC DEG DER DEV ETC LB MSP SB SP BA
  . PU
  X FW IJ ON X URL`);

const UD = tableOf(`
  NOUN NOUN PROPN
  VERB VERB AUX
  ADJ ADJ
  ADV ADV
  PRON PRON
  DET DET
  ADP ADP SCONJ
  NUM NUM
  CONJ CCONJ CONJ
  PRT PART PRT
  . PUNCT .
  X SYM INTJ X _`);

/**
 * The first letters of Sinica's tags (CKIP technical report 93-05) say their class; [+ASP] and the like are features.
 */
const SINICA: readonly (readonly [prefix: RegExp, tag: UniversalTag])[] = [
  [/^(Nh)/, "PRON"],
  [/^(Nes|Nep|Neqa|Neqb|DM)/, "DET"],
  [/^(Neu|Nf)/, "NUM"],
  [/^(Ng|Ncda|Ncdb|P\d*)(\[|$)/, "ADP"],
  [/^N/, "NOUN"],
  [/^V/, "VERB"],
  [/^A(\[|$)/, "ADJ"],
  [/^(DE|Di|T[a-d]?)(\[|$)/, "PRT"],
  [/^D/, "ADV"],
  [/^C/, "CONJ"],
  [/^(PU|.*CATEGORY)$/, "."],
  [/^(I|b|FW)$/, "X"],
];

const TABLES: Readonly<Partial<Record<TagMapName, ReadonlyMap<string, UniversalTag>>>> = {
  penn: PENN,
  stts: STTS,
  ctb: CTB,
  ud: UD,
};

/** The universal tag, or undefined for a tag that the map does not know. */
export function universalTag(map: TagMapName, tag: string): UniversalTag | undefined {
  if (map === "universal")
    return (UNIVERSAL_TAGS as readonly string[]).includes(tag) ? (tag as UniversalTag) : UD.get(tag);
  if (map === "sinica") return SINICA.find(([prefix]) => prefix.test(tag))?.[1];
  return TABLES[map]!.get(tag);
}

/** The map that knows the most of these tags; the first of the list among equals. */
export function guessTagMap(counts: ReadonlyMap<string, number>): TagMapName {
  let best: TagMapName = "penn";
  let most = -1;
  for (const map of TAG_MAPS) {
    let known = 0;
    for (const [tag, count] of counts) if (universalTag(map, tag) !== undefined) known += count;
    if (known > most) {
      most = known;
      best = map;
    }
  }
  return best;
}

/** Participles, which do not begin a predicate: Penn VBG and VBN, STTS *PP. Universal tags do not show them. */
export const isParticiple = (tag: string): boolean => /^(VBG|VBN|V[VAM]PP)$/.test(tag);

/** Marks between clauses, by word: Penn and STTS tag a dash and a colon alike. */
export const isClauseMark = (word: string): boolean => /^[,;:，；：、]$/u.test(word);
