/** Every feature of a model in one row, by group, and the columns of its regressions. */
import { eigenwordFeatures } from "./eigenwords/eigenwords.ts";
import { GROUPS, type GroupFeatures, type GroupName } from "./group.ts";
import { NEURAL } from "./neural/names.ts";
import { type Columns, columnsOf } from "./regression/columns.ts";
import { SELECTORS } from "./selectors/names.ts";
import { SURFACE } from "./surface/surface.ts";
import { WORDNET } from "./wordnet/wordnet.ts";

export interface CatalogueEntry {
  readonly group: GroupName;
  readonly name: string;
}

export interface Catalogue {
  readonly groups: readonly GroupName[];
  readonly features: readonly CatalogueEntry[];
  /** The first feature of each group. */
  readonly starts: ReadonlyMap<GroupName, number>;
  readonly columns: Columns;
  /** Columns that unknown sources are scored by. */
  readonly portable: readonly number[];
}

/** `contexts`: whether the vectors know words in their contexts. */
export function catalogueOf(groups: readonly GroupName[], contexts: boolean): Catalogue {
  const known: Readonly<Record<GroupName, GroupFeatures>> = {
    surface: SURFACE,
    wordnet: WORDNET,
    eigenwords: eigenwordFeatures(contexts),
    neural: NEURAL,
    selectors: SELECTORS,
  };
  const ordered = GROUPS.filter((group) => groups.includes(group));
  const features: CatalogueEntry[] = [];
  const starts = new Map<GroupName, number>();
  const [leading, portable]: [number[], number[]] = [[], []];
  for (const group of ordered) {
    starts.set(group, features.length);
    for (const name of known[group].names) {
      if (known[group].leading.includes(name)) leading.push(features.length);
      if (known[group].portable.includes(name)) portable.push(features.length);
      features.push({ group, name });
    }
  }
  return { groups: ordered, features, starts, columns: columnsOf(features.length, leading), portable };
}

/** The columns that are made of features of these groups alone. */
export function columnsOfGroups({ features, columns }: Catalogue, groups: readonly GroupName[]): number[] {
  const admitted = features.map(({ group }) => groups.includes(group));
  const chosen: number[] = [];
  for (let c = 0; c < 3 * columns.features; c++) if (admitted[c % columns.features]) chosen.push(c);
  let next = 3 * columns.features;
  const { leading } = columns;
  for (let i = 0; i < leading.length; i++) {
    for (let j = i + 1; j < leading.length; j++, next++)
      if (admitted[leading[i]!] && admitted[leading[j]!]) chosen.push(next);
  }
  return chosen;
}

/** Of the portable columns, those of these groups. */
export const portableOfGroups = ({ features, portable }: Catalogue, groups: readonly GroupName[]): number[] =>
  portable.filter((c) => groups.includes(features[c]!.group));
