/** Proper names and what goes with them. */
import { wordList } from "./word-list.ts";

export const MEN =
  wordList(`John Peter Paul David Mark Henry Thomas George Robert Daniel Oliver Samuel Victor Walter Hugo Felix Martin Simon
  Arthur Leo Adam Oscar Edgar Philip Bruno`);
export const WOMEN =
  wordList(`Mary Anna Sarah Laura Emma Alice Julia Helen Clara Nora Rose Ruth Grace Lucy Diana Martha Irene Sophie Eva
  Judith Olivia Vera Agnes Flora Edith`);
export const SURNAMES =
  wordList(`Smith Brown Miller Wilson Moore Taylor Clark Lewis Walker Hall Young King Wright Hill Green Baker Adams
  Nelson Carter Mitchell Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris Rogers Reed Cook Morgan Bell
  Murphy Bailey Cooper Richardson Cox`);
export const TITLES = wordList("Mr. Mrs. Dr. Ms. Prof.");
export const CITIES =
  wordList(`London Paris Berlin Rome Madrid Vienna Boston Chicago Dublin Oslo Athens Lisbon Prague Warsaw Tokyo Cairo
  Geneva Toronto Sydney Milan Hamburg Lyon Seattle Denver Bristol Leeds`);
export const COUNTRIES = wordList(
  "France Germany Italy Spain Japan Canada Brazil India China Egypt Norway Sweden Poland Greece Mexico Kenya",
);
export const COMPANY_FIRST = wordList(
  "Acme Northern Pacific Global Summit Crescent Harbor United Sterling Phoenix Granite Pioneer Atlas Delta Orion",
);
export const COMPANY_LAST = wordList("Corp. Inc. Bank Motors Airlines Group Industries Co. Press Systems");
export const DAYS = wordList("Monday Tuesday Wednesday Thursday Friday Saturday Sunday");
export const MONTHS = wordList("January February March April June July August September October November December");
export const NUMBERS = wordList("two three four five six seven eight nine ten twelve twenty thirty fifty");
