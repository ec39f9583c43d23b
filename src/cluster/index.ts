/** Text that a Spark cluster reads and counts. */
export { SparkClient } from "./client.ts";
export { addressOf, type Connection, isLocal, parseConnection } from "./connection.ts";
export { CountsFolder, keptCounts } from "./kept-counts.ts";
export { pairsQuery } from "./pair-queries.ts";
export {
  inputView,
  linesQuery,
  type Query,
  queryText,
  type SparkInput,
  vocabularyQuery,
} from "./queries.ts";
export { checkReading, type SparkTextOptions, sparkText } from "./spark-text.ts";
export { type Dialect, type WordRule, wordRule } from "./word-rule.ts";
