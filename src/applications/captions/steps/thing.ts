/** What the steps pass on: things of a scene, groups of them, and what is said of each. */
import type { Box } from "../../../formats/images/scenes.ts";

/** A word that a detector gave, with its score. */
export interface Scored {
  readonly word: string;
  readonly score: number;
}

/** A detection that is described: Aᵢ of the paper, with its attributes, actions and poses. */
export interface Thing {
  /** Its place among the objects of the scene, from 0. */
  readonly id: number;
  readonly label: string;
  /** What it is called, in the singular: its label, or a known noun above it. */
  readonly noun: string;
  /** The label is a plural: the detector saw several and did not count them. */
  readonly several: boolean;
  readonly box: Box;
  readonly score: number;
  readonly attributes: readonly Scored[];
  /** Verbs in -ing, actions and poses alike, the surest first. */
  readonly actions: readonly Scored[];
}

/** A noun of a sentence: one thing, or all things of one kind. */
export interface Entity {
  readonly noun: string;
  readonly things: readonly Thing[];
  /** Said in the plural. */
  readonly many: boolean;
  /** How many there are, where every one was detected by itself. */
  readonly count: number | undefined;
  /** Attributes that passed the filter, in the order in which they are said. */
  readonly modifiers: readonly string[];
  readonly actions: readonly Scored[];
  readonly box: Box;
}
