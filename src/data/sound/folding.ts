/**
 * The 39 phones in which TIMIT results are given: Lee and Hon, "Speaker-independent phone recognition using hidden
 * Markov models", 1989, table II. Closures, pauses and the epenthetic silence count as silence; the glottal stop q is
 * left out.
 */
const FOLDED: Readonly<Record<string, string>> = {
  ao: "aa",
  ax: "ah",
  "ax-h": "ah",
  axr: "er",
  hv: "hh",
  ix: "ih",
  el: "l",
  em: "m",
  en: "n",
  nx: "n",
  eng: "ng",
  zh: "sh",
  ux: "uw",
  pcl: "sil",
  tcl: "sil",
  kcl: "sil",
  bcl: "sil",
  dcl: "sil",
  gcl: "sil",
  "h#": "sil",
  pau: "sil",
  epi: "sil",
};

/** undefined for the phone that is left out. */
export const foldTimit = (phone: string): string | undefined => (phone === "q" ? undefined : (FOLDED[phone] ?? phone));
