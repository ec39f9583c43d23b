/**
 * Selectors (Schwartz and Gomez 2008): the words that stand in a text between the same neighbours as a word of a
 * sentence. An index of trigrams by their outer words, in flat tables.
 */

export interface SelectorTables {
  /** Numbers of the tables are places in this list; one past its end is the end of a line. */
  readonly words: readonly string[];
  /** Outer words of each context, sorted by left, then right. */
  readonly lefts: Uint32Array;
  readonly rights: Uint32Array;
  /** Where the fillers of each context begin; one more at the end. */
  readonly starts: Uint32Array;
  readonly fillers: Uint32Array;
  readonly counts: Uint32Array;
}
