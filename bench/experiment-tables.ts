/** The JSON of `eigentree experiment NAME` as one compact table each. */
import { basename } from "node:path";
import type { DependencyExperiment } from "../src/models/dependency/index.ts";
import type { InductionTables } from "../src/models/induction/index.ts";
import type { LpcfgExperiment, LpcfgRow } from "../src/models/parser/index.ts";
import type { RhmmExperiment } from "../src/models/sequence/index.ts";
import type { VectorsExperiment } from "../src/models/vectors/index.ts";
import type { Cell, Result } from "./result.ts";

type Table = Pick<Result, "title" | "columns" | "rows" | "notes">;

const signed = (value: number, digits = 2) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
const range = ({ low, high }: { readonly low: number; readonly high: number }) =>
  `${low.toFixed(2)} – ${high.toFixed(2)}`;

/** Figures 5, 7 and 8 of Stratos et al. 2013. */
function rhmm({ train, dev, rows }: RhmmExperiment & { readonly train: string; readonly dev: string }): Table {
  return {
    title: `Refinement HMMs (Stratos et al. 2013), trained on ${train}, measured on ${dev}`,
    columns: ["method", "accuracy", "95 %", "less all templates", "p", "training, s", "best iteration", "positions/s"],
    rows: rows.map((row): Cell[] => [
      row.method === "unigram" ? row.method : `${row.method}, m = ${row.states}`,
      row.accuracy.toFixed(2),
      range(row.interval),
      row.change === undefined ? null : signed(row.change.value),
      row.change === undefined ? null : row.change.p.toFixed(3),
      row.seconds.toFixed(2),
      row.iteration ?? null,
      Math.round(row.decodedPerSecond),
    ]),
    notes: [
      "EM stands at the iteration that is best on the development data, with the time up to it. Ablations leave one " +
        "kind of template out and are compared with all of them at the same m.",
    ],
  };
}

/** Parikh et al. 2014: F1 with the bracket of the whole sentence, by the longest sentences scored. */
function induction({ rows, heldOut, test, warnings }: InductionTables): Table {
  const limits = rows[0]!.scores.map(({ limit }) => limit);
  const f1s = (scores: InductionTables["rows"][number]["scores"]) =>
    scores.map(({ withWhole }) => withWhole.micro.f1.toFixed(1));
  return {
    title: "Unlabelled brackets from tags (Parikh et al. 2014): F1 with the bracket of the whole sentence",
    columns: ["method", ...limits.map((limit) => `≤ ${limit} words`)],
    rows: [
      ...rows.map(({ method, scores }) => [method, ...f1s(scores)]),
      ...heldOut.map(({ method, scores }) => [`held out: ${method}`, ...f1s(scores)]),
      ...test.map(({ method, scores }) => [`on the test trees: ${method}`, ...f1s(scores)]),
    ],
    notes: [...warnings],
  };
}

/** Dhillon et al. 2011: Spearman's ρ with the judgements of people. */
function vectors({ text, rows }: VectorsExperiment & { readonly text: readonly string[] }): Table {
  const measured = rows.filter(({ test }) => test !== undefined);
  const setOf = ({ name }: { readonly name: string }) => basename(name).replace(/\.\w+$/, "");
  const sets = rows[0]!.scores.map(setOf);
  return {
    title: `Word vectors of ${text.join(", ")} (Dhillon et al. 2011): Spearman's ρ with people's judgements`,
    columns: ["method", ...sets.flatMap((set) => [set, "95 %"]), "learning, s"],
    rows: rows.map(({ method, scores, seconds }) => [
      method,
      ...scores.flatMap((score) => [score.value.toFixed(3), range(score)]),
      seconds.toFixed(1),
    ]),
    notes: measured.map(({ method, test }) => {
      const values = test!.map((score) => `${setOf(score)} ${score.value.toFixed(3)} (${range(score)})`);
      return `Measured once, ${method}: ${values.join(", ")}.`;
    }),
  };
}

/** Cohen et al. 2013: F1 over the number of states, EM at its best iteration, the spectral model without its parts. */
function lpcfg({ train, dev, test, spectral, em, ablations, baselines }: LpcfgExperiment): Table {
  const cells = (row: LpcfgRow, name: string): Cell[] => [
    name,
    row.f1.toFixed(2),
    range(row.interval),
    row.exactMatch.toFixed(2),
    row.tagAccuracy.toFixed(2),
    row.training.cpuSeconds!.toFixed(1),
    row.iterations ?? null,
    row.sentencesPerSecond.toFixed(1),
  ];
  const withStates = (kind: string) => (row: LpcfgRow) => cells(row, `${kind}, m = ${row.states}`);
  const size = ({ trees }: { readonly trees: number }) => trees.toLocaleString("en");
  return {
    title: `Latent-variable PCFGs (Cohen et al. 2013), ${size(train)} trees, measured on ${size(dev)}`,
    columns: ["method", "F1", "95 %", "exact", "tags", "training, CPU s", "iterations", "sentences/s"],
    rows: [
      ...baselines.map((row) => cells(row, row.name)),
      ...em.map(withStates("em")),
      ...spectral.map(withStates("spectral")),
      ...ablations.filter(({ name }) => name !== "spectral").map((row) => cells(row, `${row.name}, m = ${row.states}`)),
      ...(test?.rows ?? []).map((row) => cells(row, `on the test trees: ${row.name}, m = ${row.states}`)),
    ],
    notes:
      test === undefined
        ? []
        : [
            `The last rows were measured once, on ${size(test)} other trees. ${test.comparisons
              .map(({ first, second, difference, p }) => `${first} less ${second}: ${signed(difference)} (p = ${p})`)
              .join("; ")}.`,
          ],
  };
}

/** The table of Dhillon, Rodu, Collins, Foster and Ungar 2012. */
function dependency({ sentences, rows, comparisons, sweep, spectral }: DependencyExperiment): Table {
  return {
    title:
      `Dependency trees re-ranked with probabilities of spectral ${"arcs" in spectral ? "arcs" : "head automata"} (Dhillon et al. 2012), ` +
      `${sentences.train.toLocaleString("en")} sentences, measured on ${sentences.test.toLocaleString("en")}`,
    columns: ["order", "system", "UAS", "95 %", "less the base", "p"],
    rows: rows.map(({ order, system, scores, interval }) => {
      const gain = comparisons.find(
        (found) => found.order === order && found.better === system && found.than === "base",
      );
      return [
        order,
        system,
        scores.uas.f1.toFixed(2),
        range(interval),
        gain === undefined ? null : signed(gain.difference),
        gain === undefined ? null : gain.p.toFixed(4),
      ];
    }),
    notes:
      sweep.length === 0
        ? []
        : [
            `Hidden states, chosen on ${sentences.dev?.toLocaleString("en")} other sentences: ${sweep
              .map(({ order, states, uas }) => `${order} order, ${states} states ${uas.toFixed(2)}`)
              .join("; ")}.`,
          ],
  };
}

/** By the name of the experiment; what they take is the JSON that the program wrote. */
// biome-ignore lint/suspicious/noExplicitAny: every table has a type of its own.
export const TABLES: Readonly<Record<string, (result: any) => Table>> = { rhmm, induction, vectors, lpcfg, dependency };
