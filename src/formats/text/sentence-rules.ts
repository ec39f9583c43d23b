/** What rules know about the sentences of a language, in small letters and without periods. */

export interface SentenceRules {
  /** Never end a sentence: Mr. */
  readonly titles: ReadonlySet<string>;
  /** End none before a number: No. 5. */
  readonly numbered: ReadonlySet<string>;
  /** All words that may keep their period, the above included. */
  readonly abbreviations: ReadonlySet<string>;
  /** Abbreviations that are also words; they count only where a number stands before them or after them. */
  readonly alsoWords: ReadonlySet<string>;
  /** Words that often begin sentences; only before these does an abbreviation end one. */
  readonly starters: ReadonlySet<string>;
  /** Whether a sentence may begin with a small letter after a word in small letters and a period. */
  readonly smallStarts: boolean;
}

const listOf = (words: string): string[] => words.split(" ").filter((word) => word !== "");

function rules(
  parts: Record<"titles" | "numbered" | "others" | "alsoWords" | "starters", string>,
  smallStarts: boolean,
) {
  const { titles, numbered, others, alsoWords, starters } = parts;
  return {
    titles: new Set(listOf(titles)),
    numbered: new Set(listOf(numbered)),
    abbreviations: new Set(listOf(`${titles} ${numbered} ${others}`)),
    alsoWords: new Set(listOf(alsoWords)),
    starters: new Set(listOf(starters)),
    smallStarts,
  };
}

const ENGLISH: SentenceRules = rules(
  {
    titles:
      "mr mrs ms dr prof rev revd gen col capt lt sgt cpl pvt sen rep gov hon messrs mme mlle mt ft pres supt adm maj " +
      "cmdr st ste fr sr br viz cf vs",
    numbered: "no nos p pp vol vols ch chap fig figs sec art lib bk pt",
    others:
      "jr etc co corp inc ltd bros dept est ext assn assoc univ ave blvd rd sq jan feb mar apr jun jul aug sept sep oct " +
      "nov dec mon tue tues wed thu thur thurs fri sat sun ed eds trans al ibid approx acct esq e.g i.e a.m p.m ph.d m.d " +
      "incl excl resp b.a m.a d.c u.s u.k u.n oz lb lbs ft in yd mi hr hrs min mins calif conn ala ariz ark colo del " +
      "fla ga ill ind kan ky la mass md mich minn miss mo mont neb nev okla ore pa penn tenn tex va vt wash wis wyo",
    alsoWords: "in mar mon sat sun fri wed art no ed min la ill miss mass wash mo pa ore del st",
    starters:
      "the a an he she it they we you i in on at but and or so then there this that these those his her its their our my " +
      "your when where while who what why how if as after before with by for from to of not no yes all some many most one " +
      "two once it's he's she's that's there's i'm mr mrs ms dr",
  },
  true,
);

const GERMAN: SentenceRules = rules(
  {
    titles: "hr hrn fr frl dr prof dipl ing med jur phil rer nat habil st hl sr mag abg bgm präs gen oberst",
    numbered: "nr nrn bd bde abs art kap ziff abb tab anm aufl jg s v",
    others:
      "bzw usw etc ca evtl evt ggf ggfs inkl exkl mind max min mio mrd tsd std sek jh jhd jan feb mrz apr jun jul aug " +
      "sept sep okt nov dez str tel geb gest verh vgl sog allg bes bspw eigtl entspr geg insb jew lt mtl näml österr " +
      "schweiz dt engl frz ital span ehem ehm zzgl abzgl einschl gem gez hrsg hg usf uvm uä ua zb dh co corp ltd inkl " +
      "z.b d.h u.a o.ä s.o s.u v.a i.d.r u.s.w a b c d e f g h i k m n o p r t u w z",
    alsoWords: "art tab min mag st bes lt dt co",
    starters:
      "der die das den dem des ein eine einen einem einer er sie es wir ihr ich man sein seine ihre unser im in an am auf " +
      "bei mit nach vor zu zum zur aus von vom für über unter um und aber doch oder denn dann da so nun auch nur noch " +
      "wenn als weil dass damit obwohl während bis seit was wer wie wo warum wann dies diese dieser dieses jeder jede " +
      "jedes alle viele manche einige nicht kein keine ja nein hier dort heute gestern morgen zudem jedoch",
  },
  false,
);

const NOTHING: SentenceRules = rules({ titles: "", numbered: "", others: "", alsoWords: "", starters: "" }, false);

const RULES: Readonly<Record<string, SentenceRules>> = { en: ENGLISH, de: GERMAN };

/** The rules for a language, by its tag; those without words of a language for others. */
export function rulesFor(language: string): SentenceRules {
  const name = new Intl.Locale(language).language;
  return Object.hasOwn(RULES, name) ? RULES[name]! : NOTHING;
}
