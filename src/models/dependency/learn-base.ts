/**
 * Trains the base parser online: k-best MIRA or the averaged perceptron for heads (McDonald 2006), the averaged perceptron for relations. Trees that are not
 * projective are lifted, and counted. With development trees each epoch is measured, training stops when it no longer helps, and the best epoch is kept.
 */
import { InputError } from "../../base/errors.ts";
import { checkOptions, choice, type OptionsOf, real, whole } from "../../base/options.ts";
import { type Progress, Stage } from "../../base/progress.ts";
import { DEFAULT_SEED, Random } from "../../base/random.ts";
import { Vocabulary } from "../../base/vocabulary.ts";
import { type DependencyTree, dependencyDefect } from "../../trees/dependencies.ts";
import { projectivize } from "../../trees/projectivize.ts";
import { type Atoms, atomsOf } from "./atoms.ts";
import { type BaseModel, BaseParser } from "./base-parser.ts";
import { visitTree } from "./features.ts";
import { Margin } from "./margin.ts";
import { OnlineWeights } from "./online-weights.ts";
import { bestRelation, modifiersOf, RELATION_FEATURES, relationFeatures } from "./relations.ts";

export const BASE_OPTIONS = {
  order: choice("score single arcs, or neighbouring siblings too", ["first", "second"], { default: "first" }),
  learner: choice("how the weights of arcs are learnt", ["mira", "perceptron"], { default: "mira" }),
  trainK: whole("trees the gold tree must beat in a step of MIRA", { default: 1, min: 1, max: 100 }),
  epochs: whole("passes over the training trees, at most", { default: 10, min: 1, max: 1000 }),
  patience: whole("epochs without a better development score before training stops", { default: 2, min: 1, max: 1000 }),
  limit: real("largest share of one tree in a step of MIRA", { default: 0.02, min: 1e-6, max: 1e6 }),
  hashBits: whole("the table of weights has two to this power places", { default: 22, min: 10, max: 28 }),
  seed: whole("seed of the order of the sentences", { default: DEFAULT_SEED }),
};

export type BaseOptions = OptionsOf<typeof BASE_OPTIONS>;

export interface EpochReport {
  readonly epoch: number;
  /** Share of heads right while training, in percent. */
  readonly trainUas: number;
  readonly devUas: number | undefined;
  readonly devLas: number | undefined;
  /** Training alone. */
  readonly seconds: number;
}

export interface BaseReport {
  readonly sentences: number;
  readonly words: number;
  readonly labels: number;
  /** Trees that were not projective, and the arcs lifted in them. */
  readonly lifted: { readonly trees: number; readonly arcs: number };
  readonly epochs: readonly EpochReport[];
  readonly keptEpoch: number;
  readonly seconds: number;
  readonly warnings: readonly string[];
}

export interface BaseLearning {
  readonly dev?: readonly DependencyTree[] | undefined;
  readonly progress?: Progress | undefined;
  /** Called at the end of each epoch. */
  readonly onEpoch?: ((epoch: EpochReport) => void) | undefined;
}

interface Example {
  readonly atoms: Atoms;
  readonly heads: readonly number[];
  readonly labels: Int32Array;
}

/** Bits of the table of relation rows: one row less than arcs have places, since every row is as long as there are labels. */
const RELATION_BITS = 20;

export function learnBase(
  trees: readonly DependencyTree[],
  given: Partial<BaseOptions> = {},
  { dev, progress, onEpoch }: BaseLearning = {},
): { model: BaseModel; report: BaseReport } {
  const began = performance.now();
  const options = checkOptions("learnBase", BASE_OPTIONS, given);
  requireTrees("learnBase", trees);
  const vocabulary = new Vocabulary();
  for (const { labels } of trees) for (const label of labels) vocabulary.add(label);
  const labels = [...vocabulary.words()];
  const lifted = { trees: 0, arcs: 0 };
  const examples = trees.map((tree): Example => {
    const { heads, lifts } = projectivize(tree.heads);
    if (lifts > 0) lifted.trees++;
    lifted.arcs += lifts;
    return { atoms: atomsOf(tree), heads, labels: Int32Array.from(tree.labels, (label) => vocabulary.id(label)) };
  });
  const words = examples.reduce((sum, { heads }) => sum + heads.length, 0);
  const learner = new Learner(options, labels);
  const random = new Random(options.seed).stream("dependency");
  const order = Array.from(examples.keys());
  const epochs: EpochReport[] = [];
  let kept: { model: BaseModel; epoch: number; score: number } | undefined;
  for (let epoch = 1; epoch <= options.epochs; epoch++) {
    const stage = new Stage(`epoch ${epoch}`, "sentences", examples.length, progress);
    let right = 0;
    for (const n of random.shuffle(order)) {
      right += learner.learn(examples[n]!);
      stage.advance();
    }
    const seconds = stage.finish();
    const last = epoch === options.epochs;
    if (dev === undefined) {
      epochs.push({ epoch, trainUas: (100 * right) / words, devUas: undefined, devLas: undefined, seconds });
      onEpoch?.(epochs[epoch - 1]!);
      if (last) kept = { model: learner.average(), epoch, score: 0 };
      continue;
    }
    const model = learner.average();
    const { uas, las } = attachment(new BaseParser(model), dev);
    epochs.push({ epoch, trainUas: (100 * right) / words, devUas: uas, devLas: las, seconds });
    onEpoch?.(epochs[epoch - 1]!);
    if (kept === undefined || uas + las > kept.score) kept = { model, epoch, score: uas + las };
    if (epoch - kept.epoch >= options.patience) break;
  }
  const report: BaseReport = {
    ...{ sentences: trees.length, words, labels: labels.length, lifted, epochs },
    ...{ keptEpoch: kept!.epoch, seconds: (performance.now() - began) / 1000 },
    warnings: lifted.trees > 0 ? [`${lifted.trees} trees are not projective; ${lifted.arcs} of their arcs were lifted.`] : [],
  };
  return { model: kept!.model, report };
}

/** Throws unless there is a word, and every tree is one with one root. */
export function requireTrees(where: string, trees: readonly DependencyTree[]): void {
  if (trees.every(({ words }) => words.length === 0)) throw new InputError(`${where}: there are no words; expected dependency trees.`);
  trees.forEach(({ heads }, n) => {
    const defect = dependencyDefect(heads);
    if (defect !== undefined) throw new InputError(`${where}: tree ${n + 1}: ${defect}.`);
  });
}

/** Heads right, and heads with relations, in percent of the words; relations as they are written. */
function attachment(parser: BaseParser, gold: readonly DependencyTree[]): { uas: number; las: number } {
  let [words, heads, both] = [0, 0, 0];
  for (const tree of gold) {
    const found = parser.parse(tree);
    words += tree.words.length;
    tree.heads.forEach((head, i) => {
      if (found.heads[i] !== head) return;
      heads++;
      if (found.labels[i] === tree.labels[i]) both++;
    });
  }
  return { uas: (100 * heads) / words, las: (100 * both) / words };
}

class Learner {
  readonly #arcs: OnlineWeights;
  readonly #relations: OnlineWeights;
  readonly #parser: BaseParser;
  readonly #margin: Margin;
  readonly #rows = new Int32Array(RELATION_FEATURES);
  readonly #scores: Float64Array;
  readonly #relationMask: number;
  #step = 1;
  #relationStep = 1;

  constructor(
    readonly options: BaseOptions,
    readonly labels: readonly string[],
  ) {
    const bits = Math.min(options.hashBits, RELATION_BITS);
    this.#arcs = new OnlineWeights(2 ** options.hashBits);
    this.#relations = new OnlineWeights(2 ** bits + labels.length);
    this.#relationMask = 2 ** bits - 1;
    this.#scores = new Float64Array(labels.length);
    this.#margin = new Margin(2 ** options.hashBits);
    this.#parser = new BaseParser(this.#model(this.#arcs.current, this.#relations.current));
  }

  #model(arcWeights: Float32Array, relationWeights: Float32Array): BaseModel {
    return Object.freeze({ order: this.options.order, labels: this.labels, arcWeights, relationWeights });
  }

  /** The model as it is on average so far. */
  average(): BaseModel {
    return this.#model(this.#arcs.average(this.#step), this.#relations.average(this.#relationStep));
  }

  /** Learns from one sentence; returns how many heads were right before. */
  learn({ atoms, heads, labels }: Example): number {
    const { learner, order, trainK, limit } = this.options;
    const second = order === "second";
    this.#learnRelations(atoms, heads, labels);
    let right: number;
    if (learner === "perceptron") {
      const found = this.#parser.heads(atoms);
      right = agreement(heads, found);
      const { mask } = { mask: this.#arcs.current.length - 1 };
      if (right < heads.length) {
        visitTree(atoms, heads, second, mask, (index) => this.#arcs.add(index, 1, this.#step));
        visitTree(atoms, found, second, mask, (index) => this.#arcs.add(index, -1, this.#step));
      }
    } else {
      const N = atoms.size + 1;
      // Wrong arcs are given their loss, so that the trees found are those that the margin concerns.
      const addLoss = (arcs: Float64Array) => {
        for (let h = 0; h < N; h++) for (let m = 1; m < N; m++) if (h !== heads[m - 1]) arcs[h * N + m]! += 1;
      };
      const trees =
        trainK === 1 ? [this.#parser.heads(atoms, addLoss)] : this.#parser.kBest(atoms, trainK, addLoss).map((tree) => tree.heads);
      right = agreement(heads, trees[0]!);
      const wrong = trees.filter((tree) => agreement(heads, tree) < heads.length);
      if (wrong.length > 0) {
        const differences = wrong.map((tree) => this.#margin.difference(atoms, heads, tree, second));
        const losses = wrong.map((tree) => heads.length - agreement(heads, tree));
        this.#margin.update(this.#arcs, differences, losses, this.#step, limit);
      }
    }
    this.#step++;
    return right;
  }

  #learnRelations(atoms: Atoms, heads: readonly number[], labels: Int32Array): void {
    const modifiers = modifiersOf(heads);
    for (let m = 1; m <= atoms.size; m++, this.#relationStep++) {
      relationFeatures(atoms, heads, modifiers, m, this.#relationMask, this.#rows);
      const best = bestRelation(this.#relations.current, this.#rows, this.#scores);
      const gold = labels[m - 1]!;
      if (best === gold) continue;
      for (const row of this.#rows) {
        this.#relations.add(row + gold, 1, this.#relationStep);
        this.#relations.add(row + best, -1, this.#relationStep);
      }
    }
  }
}

export function agreement(gold: ArrayLike<number>, heads: ArrayLike<number>): number {
  let right = 0;
  for (let i = 0; i < gold.length; i++) if (gold[i] === heads[i]) right++;
  return right;
}
