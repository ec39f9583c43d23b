/**
 * What a kind of model tells the contract suite (test/models/contract.test.ts): how to learn a small one and use it.
 */
import type { LearnContext, Learnt, Model, ModelKind } from "../../../src/base/index.ts";

export interface Contract<M extends Model = Model, Predictor = unknown> {
  /** The kind's own name. */
  readonly name: string;
  readonly kind: ModelKind<M, Predictor>;
  /**
   * Every way to learn the kind that makes a model of another shape (methods, optional parts), by name; small and fast.
   */
  readonly variants: Readonly<
    Record<string, (context: LearnContext) => Promise<Learnt<M, { readonly warnings: readonly string[] }>>>
  >;
  /** What the predictor says of a sentence, as plain data that can be compared. */
  predict(predictor: Predictor, words: readonly string[]): unknown;
  /** What the predictor does with input that has no words: the error it throws, or undefined when it answers. */
  readonly emptyInput: "throws" | "answers";
  /** Scores on a small gold set, as plain data without times. */
  evaluate(predictor: Predictor, options: Readonly<Record<string, never>>, context: LearnContext): Promise<unknown>;
}

/** Hides a contract's own types, so that one list can hold all. */
// biome-ignore lint/suspicious/noExplicitAny: a list of contracts holds all kinds
export const defineContract = <M extends Model, P>(contract: Contract<M, P>): Contract<any, any> => contract;
