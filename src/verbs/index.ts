/** What can be asked of a model in JSON, by the server and by the page. */
export { Desk, type Prepared } from "./desk.ts";
export { parseFacts } from "./parse.ts";
export { VERBS, verbsOf } from "./registry.ts";
export { type CheckedRequest, checkRequest } from "./request.ts";
export {
  type Accuracy,
  type ListedSymbol,
  type SymbolFacts,
  type SymbolReport,
  symbolFacts,
  USUAL_ACCURACY,
} from "./symbol-facts.ts";
export { type ItemField, LimitError, type Limits, rounded, type Verb } from "./verb.ts";
