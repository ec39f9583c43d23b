/**
 * Trains the base parser online: k-best MIRA or the averaged perceptron for heads (McDonald 2006), the averaged
 * perceptron for relations. Trees that are not projective are lifted, and counted. With development trees each epoch is
 * measured, training stops when it no longer helps, and the best epoch is kept.
 */
import { InputError } from "../../../base/errors.ts";
import type { LearnContext, Report, StageTime } from "../../../base/learning.ts";
import { checkOptions } from "../../../base/options.ts";
import { Meter } from "../../../base/progress.ts";
import { Random } from "../../../base/random.ts";
import { breathe } from "../../../base/stopping.ts";
import { Vocabulary } from "../../../base/vocabulary.ts";
import { type DependencyTree, dependencyDefect } from "../../../trees/dependencies.ts";
import { projectivize } from "../../../trees/projectivize.ts";
import type { WordClasses } from "../../representations/index.ts";
import { type BaseModel, BaseParser } from "./base-parser.ts";
import { hashesOf } from "./features/sentence-hashes.ts";
import { type Example, OnlineLearner } from "./online-learner.ts";
import { BASE_OPTIONS, type BaseOptions } from "./options.ts";

/** One pass over the training trees. */
export interface EpochReport {
  readonly epoch: number;
  /** Share of heads right while training, in percent. */
  readonly trainUas: number;
  /** Absent without development trees. */
  readonly devUas?: number;
  readonly devLas?: number;
}

/** The end of an epoch; `seconds` is the time of training alone. */
export type EpochNews = EpochReport & { readonly seconds: number };

/** What the base parser was learnt from, and how learning went. */
export interface BaseReport extends Report {
  readonly sentences: number;
  readonly words: number;
  readonly labels: number;
  /** Trees that were not projective, and the arcs lifted in them. */
  readonly lifted: { readonly trees: number; readonly arcs: number };
  readonly epochs: readonly EpochReport[];
  readonly keptEpoch: number;
}

export interface BaseData {
  readonly train: readonly DependencyTree[];
  /** To choose the epoch with; tagged as the training trees are. */
  readonly dev?: readonly DependencyTree[] | undefined;
  /** Classes of words, as features of arcs and relations. */
  readonly classes?: WordClasses | undefined;
}

export interface BaseContext extends LearnContext {
  /** Called at the end of each epoch. */
  readonly onEpoch?: ((epoch: EpochNews) => void) | undefined;
}

export async function learnBase(
  { train, dev, classes }: BaseData,
  given: Partial<BaseOptions> = {},
  context: BaseContext = {},
): Promise<{ model: BaseModel; report: BaseReport }> {
  const options = checkOptions("learnBase", BASE_OPTIONS, given);
  requireTrees("learnBase", train);
  const { examples, labels, lifted } = prepare(train, classes);
  const words = examples.reduce((sum, { heads }) => sum + heads.length, 0);
  const learner = new OnlineLearner(options, labels, classes);
  const random = new Random(options.seed).stream("dependency");
  const order = Array.from(examples.keys());
  const epochs: EpochReport[] = [];
  const times: StageTime[] = [];
  let kept: { model: BaseModel; epoch: number; score: number } | undefined;
  for (let epoch = 1; epoch <= options.epochs; epoch++) {
    const meter = new Meter(`epoch ${epoch}`, "sentences", examples.length, context);
    let right = 0;
    for (const n of random.shuffle(order)) {
      right += learner.learn(examples[n]!);
      meter.advance();
      await breathe(context.signal);
    }
    const seconds = meter.finish();
    times.push({ stage: meter.name, seconds });
    const model = dev !== undefined || epoch === options.epochs ? learner.average() : undefined;
    const scores = dev === undefined ? undefined : await attachment(new BaseParser(model!), dev, context);
    const report = { epoch, trainUas: (100 * right) / words, ...scores };
    epochs.push(report);
    context.onEpoch?.({ ...report, seconds });
    const score = scores === undefined ? 0 : scores.devUas + scores.devLas;
    if (model !== undefined && (kept === undefined || score > kept.score)) kept = { model, epoch, score };
    if (kept !== undefined && epoch - kept.epoch >= options.patience) break;
  }
  const report: BaseReport = {
    sentences: train.length,
    words,
    labels: labels.length,
    lifted,
    epochs,
    keptEpoch: kept!.epoch,
    times,
    warnings:
      lifted.trees > 0 ? [`${lifted.trees} trees are not projective; ${lifted.arcs} of their arcs were lifted.`] : [],
  };
  return { model: kept!.model, report };
}

function prepare(trees: readonly DependencyTree[], classes: WordClasses | undefined) {
  const vocabulary = new Vocabulary();
  for (const { labels } of trees) for (const label of labels) vocabulary.add(label);
  const lifted = { trees: 0, arcs: 0 };
  const examples = trees.map((tree): Example => {
    const { heads, lifts } = projectivize(tree.heads);
    if (lifts > 0) lifted.trees++;
    lifted.arcs += lifts;
    const hashes = hashesOf(tree, classes);
    return { hashes, heads, labels: Int32Array.from(tree.labels, (label) => vocabulary.id(label)) };
  });
  return { examples, labels: [...vocabulary.words()], lifted };
}

/** Throws unless there is a word, and every tree is one with one root. */
export function requireTrees(where: string, trees: readonly DependencyTree[]): void {
  if (trees.every(({ words }) => words.length === 0))
    throw new InputError(`${where}: there are no words; expected dependency trees.`);
  trees.forEach(({ heads }, n) => {
    const defect = dependencyDefect(heads);
    if (defect !== undefined) throw new InputError(`${where}: tree ${n + 1}: ${defect}.`);
  });
}

/** Heads right, and heads with relations, in percent of the words; relations as they are written. */
async function attachment(
  parser: BaseParser,
  gold: readonly DependencyTree[],
  { signal }: LearnContext,
): Promise<{ devUas: number; devLas: number }> {
  let [words, heads, both] = [0, 0, 0];
  for (const tree of gold) {
    const found = parser.parse(tree);
    words += tree.words.length;
    tree.heads.forEach((head, i) => {
      if (found.heads[i] !== head) return;
      heads++;
      if (found.labels[i] === tree.labels[i]) both++;
    });
    await breathe(signal);
  }
  return { devUas: (100 * heads) / words, devLas: (100 * both) / words };
}
