/**
 * Head tables. English: the priority lists of Collins, *Head-driven statistical models for natural language parsing*
 * (1999), appendix A, with the categories of later Penn-style treebanks (NML, NX, X, TOP) added the way Stanford's
 * finder treats them. Generic: for treebanks without a table.
 */
import type { HeadRule, HeadTable } from "./heads.ts";

const fromLeft = (labels: string): HeadRule => ({ from: "left", labels: labels === "" ? [] : labels.split(" ") });
const fromRight = (labels: string): HeadRule => ({ from: "right", labels: labels === "" ? [] : labels.split(" ") });
const anyFromLeft = (labels: string): HeadRule => ({ ...fromLeft(labels), any: true });
const anyFromRight = (labels: string): HeadRule => ({ ...fromRight(labels), any: true });

/** Collins 1999, appendix A: NP has rules of its own. */
const NOMINAL: readonly HeadRule[] = [
  { from: "right", labels: ["POS"], lastOnly: true },
  anyFromRight("NN NNP NNPS NNS NML NX POS JJR"),
  anyFromLeft("NP"),
  anyFromRight("$ ADJP PRN"),
  anyFromRight("CD"),
  anyFromRight("JJ JJS RB QP"),
  fromRight(""),
];

/** Head rules for the labels of the English Penn Treebank (Collins 1999). */
export const ENGLISH_HEADS: HeadTable = {
  name: "english",
  coordinators: ["CC", "CONJP"],
  otherwise: [fromLeft("")],
  rules: {
    ADJP: [fromLeft("NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB")],
    ADVP: [fromRight("RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN")],
    CONJP: [fromRight("CC RB IN")],
    FRAG: [fromRight("")],
    INTJ: [fromLeft("")],
    LST: [fromRight("LS :")],
    NAC: [fromLeft("NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW")],
    NML: NOMINAL,
    NP: NOMINAL,
    NX: NOMINAL,
    PP: [fromRight("IN TO VBG VBN RP FW")],
    PRN: [fromLeft("")],
    PRT: [fromRight("RP")],
    QP: [fromLeft("$ IN NNS NN JJ RB DT CD NCD QP JJR JJS")],
    RRC: [fromRight("VP NP ADVP ADJP PP")],
    S: [fromLeft("TO IN VP S SBAR ADJP UCP NP")],
    SBAR: [fromLeft("WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG")],
    SBARQ: [fromLeft("SQ S SINV SBARQ FRAG")],
    SINV: [fromLeft("VBZ VBD VBP VB MD VP S SINV ADJP NP")],
    SQ: [fromLeft("VBZ VBD VBP VB MD VP SQ")],
    TOP: [fromLeft("S SINV SQ SBARQ SBAR FRAG VP NP")],
    UCP: [fromRight("")],
    VP: [fromLeft("TO VBD VBN MD VBZ VB VBG VBP AUX AUXG VP ADJP NN NNS NP")],
    WHADJP: [fromLeft("CC WRB JJ ADJP")],
    WHADVP: [fromRight("CC WRB")],
    WHNP: [fromLeft("WDT WP WP$ WHADJP WHPP WHNP"), anyFromRight("NN NNS NNP NNPS NML NP CD")],
    WHPP: [fromRight("IN TO FW")],
    X: [fromRight("")],
  },
};

/**
 * For a treebank without a table: a child with the parent's own label, then one whose label begins with the same letter
 * (a noun in a noun phrase, a verb in a verb phrase; nouns from the right, others from the left), then in a clause a
 * verb phrase or verb, then the first child.
 */
export const GENERIC_HEADS: HeadTable = {
  name: "generic",
  coordinators: ["CC", "CONJ", "KON", "Caa", "CCONJ"],
  otherwise: [
    { from: "left", labels: ["="], any: true },
    { from: "kin", labels: [] },
    { from: "left", labels: ["VP", "V*", "S", "S*", "NP", "N*"] },
    fromLeft(""),
  ],
  rules: {},
};
