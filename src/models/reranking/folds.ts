/** Parts of a treebank: tree n is in fold n mod `of`. */
export interface Fold {
  readonly fold: number;
  readonly of: number;
}

export const foldsOf = (count: number): Fold[] => Array.from({ length: count }, (_, fold) => ({ fold, of: count }));

export const inside = <T>(items: readonly T[], { fold, of }: Fold): T[] => items.filter((_, n) => n % of === fold);
export const outside = <T>(items: readonly T[], { fold, of }: Fold): T[] => items.filter((_, n) => n % of !== fold);

/** Items of all folds, back in the order of the trees. */
export function gathered<T>(folds: readonly (readonly T[])[]): T[] {
  const total = folds.reduce((sum, fold) => sum + fold.length, 0);
  return Array.from({ length: total }, (_, n) => folds[n % folds.length]![Math.floor(n / folds.length)]!);
}
