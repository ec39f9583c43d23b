/** What the functions of a model give weight to. */
import { catalogueOf } from "./catalogue.ts";
import type { GroupName } from "./group.ts";
import type { SimilarityModel } from "./model.ts";
import { gather } from "./regression/columns.ts";

/** A feature and its weight. */
export interface FeatureWeight {
  readonly group: GroupName;
  readonly name: string;
  /** What one standard deviation adds to the score: for each source, then for unknown ones. */
  readonly bySource: readonly number[];
}

/** A group and its share of the weights. */
export interface GroupShare {
  readonly group: GroupName;
  /** Weights of the group as a share of all, each by its size. */
  readonly bySource: readonly number[];
}

/** Weights with all groups available, the largest first, and what each group has of them. */
export function describeRegressions(model: SimilarityModel): {
  readonly weights: readonly FeatureWeight[];
  readonly shares: readonly GroupShare[];
} {
  const { features, columns } = catalogueOf(model.groups, model.vectors?.projections !== undefined);
  const [full] = model.regressions;
  const byFunction = full!.linear.map(({ weights }) =>
    gather(
      columns,
      weights.map((weight, c) => weight * model.deviations[c]!),
    ),
  );
  const weights = features.map(({ group, name }, f) => ({ group, name, bySource: byFunction.map((own) => own[f]!) }));
  const size = ({ bySource }: FeatureWeight) => bySource.reduce((sum, weight) => sum + Math.abs(weight), 0);
  const totals = byFunction.map((own) => own.reduce((sum, weight) => sum + Math.abs(weight), 0));
  return {
    weights: [...weights].sort((a, b) => size(b) - size(a)),
    shares: model.groups.map((group) => ({
      group,
      bySource: byFunction.map((own, s) => {
        const part = own.reduce((sum, weight, f) => sum + (features[f]!.group === group ? Math.abs(weight) : 0), 0);
        return totals[s] === 0 ? 0 : part / totals[s]!;
      }),
    })),
  };
}
