/**
 * Inspect: an open model or one dropped on the page: what it was learnt from, its ranks, how far to trust it, its
 * states.
 */
import { useState } from "preact/hooks";
import type { ModelInfo } from "../backend/messages.ts";
import { useBackend, useLater, useModel } from "../hooks.ts";
import { LineChart } from "../parts/line-chart.tsx";
import { ModelPicker } from "../parts/model-picker.tsx";
import { SampleModel } from "../parts/sample-model.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { change, useRoute } from "../route.ts";

interface Symbol {
  readonly symbol: string;
  readonly preterminal: boolean;
  readonly examples?: number;
  readonly states: number;
  readonly singularValues?: readonly number[];
  readonly noise?: readonly number[];
  readonly signal?: number;
  readonly condition?: number;
  readonly weak: readonly string[];
  readonly loadings?: readonly { readonly highest: readonly Loading[]; readonly lowest: readonly Loading[] }[];
}

interface Loading {
  readonly name: string;
  readonly loading: number;
}

interface Inspection {
  readonly kind: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly report: Readonly<Record<string, unknown>> | null;
  readonly rules?: number;
  readonly vocabulary?: number;
  readonly nonterminals?: readonly Symbol[];
  readonly words?: number;
  readonly dimensions?: number;
  readonly mostFrequent?: readonly string[];
  readonly values?: readonly number[];
  readonly noise?: readonly number[] | null;
  readonly signalDimensions?: number | null;
}

const SHOWN = 40;

export function InspectView() {
  const { params } = useRoute();
  const backend = useBackend();
  const model = useModel("inspect", params.model);
  const { value, error, busy } = useLater(
    model === undefined ? undefined : (signal) => backend.ask<Inspection>("inspect", model, {}, signal),
    [model?.name],
  );
  return (
    <>
      <section class="card ask">
        <div class="row">
          <ModelPicker verb="inspect" chosen={model} />
          <p class="soft note">A file that you open stays in the page: nothing is sent anywhere.</p>
        </div>
      </section>
      <SampleModel kind="parser" model={model} />
      <Waiting busy={busy} says="Reading the model …" />
      {error !== undefined && (
        <p class="card error" role="alert">
          {error}
        </p>
      )}
      {model !== undefined && value !== undefined && <Report model={model} facts={value} symbol={params.symbol} />}
    </>
  );
}

/** The name of an option for a reader: `tagStates` → tag states. */
const spelt = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, (_, low: string, high: string) => `${low} ${high.toLowerCase()}`);

/** A value for a reader: numbers grouped, lists and tables in words, files without their folders. */
function shown(value: unknown, name = ""): string {
  if (name === "seed") return String(value);
  if (typeof value === "number") return value.toLocaleString("en", { maximumSignificantDigits: 6 });
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value.split("/").at(-1)!;
  if (Array.isArray(value))
    return value
      .map((each) => shown(each))
      .filter((text) => text !== "")
      .join(value.some((each) => typeof each === "object") ? "; " : ", ");
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .filter(([, inner]) => inner !== 0)
    .map(([each, inner]) => [each, inner, shown(inner, each)] as const)
    .filter(([, , text]) => text !== "")
    .map(([each, inner, text]) => {
      if (typeof inner === "number") return `${text} ${spelt(each)}`;
      return each === "file" || (typeof inner === "object" && !Array.isArray(inner)) ? text : `${spelt(each)} ${text}`;
    })
    .join(", ");
}

function Facts({ rows, title }: { readonly rows: readonly (readonly [string, unknown])[]; readonly title: string }) {
  // A name that comes twice is shown once, as it came first.
  const known = [...new Map([...rows].reverse().filter(([, value]) => value !== undefined && value !== null))]
    .reverse()
    .map(([name, value]) => [name, shown(value, name)] as const)
    .filter(([, text]) => text !== "" && text.length < 200);
  if (known.length === 0) return null;
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      <dl class="facts">
        {known.map(([name, value]) => (
          <div key={name} class={value.length > 24 ? "long" : ""}>
            <dt>{spelt(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Report({
  model,
  facts,
  symbol,
}: {
  readonly model: ModelInfo;
  readonly facts: Inspection;
  readonly symbol: string | undefined;
}) {
  const { kind, options, report, nonterminals, values, noise } = facts;
  const warnings = Array.isArray(report?.warnings) ? (report.warnings as string[]) : [];
  const { warnings: _, symbols: __, ...plain } = report ?? {};
  const sizes: [string, unknown][] = [
    ["kind", kind],
    ["size", `${(model.bytes / 1e6).toFixed(1)} MB`],
    ["rules", facts.rules],
    ["words", facts.vocabulary ?? facts.words],
    ["nonterminals", nonterminals?.length],
    ["dimensions", facts.dimensions],
    ["dimensions that carry signal", facts.signalDimensions],
    ...Object.entries(plain),
  ];
  return (
    <>
      <div class="grid">
        <Facts title={model.name} rows={sizes} />
        <Facts title="Learnt with" rows={Object.entries(options)} />
      </div>
      <section class={`card${warnings.length > 0 ? " warn" : ""}`} aria-label="Warnings">
        {warnings.length === 0 ? (
          <p class="soft">Learning gave no warnings.</p>
        ) : (
          <>
            <h2>Warnings</h2>
            <ul class="plain">
              {warnings.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </>
        )}
      </section>
      {values !== undefined && values.length > 0 && (
        <section class="card" aria-label="Singular values">
          <h2>Singular values</h2>
          <LineChart
            fromZero
            xName="dimension"
            yName="singular value"
            label="Singular values of the word vectors"
            series={[
              {
                name: "of the text",
                colour: "var(--accent)",
                points: values.map((value, at) => [at + 1, value] as const),
              },
              ...(noise
                ? [
                    {
                      name: "of shuffled text",
                      colour: "var(--unsure)",
                      dashed: true,
                      points: noise.map((value, at) => [at + 1, value] as const),
                    },
                  ]
                : []),
            ]}
          />
        </section>
      )}
      {nonterminals !== undefined && <Symbols model={model} symbols={nonterminals} chosen={symbol} />}
    </>
  );
}

function Symbols({
  model,
  symbols,
  chosen,
}: {
  readonly model: ModelInfo;
  readonly symbols: readonly Symbol[];
  readonly chosen: string | undefined;
}) {
  const [filter, setFilter] = useState("");
  const [onlyWeak, setOnlyWeak] = useState(false);
  const [all, setAll] = useState(false);
  const fitting = symbols.filter(
    (each) => each.symbol.toLowerCase().includes(filter.toLowerCase()) && (!onlyWeak || each.weak.length > 0),
  );
  const listed = all ? fitting : fitting.slice(0, SHOWN);
  const weak = symbols.filter((each) => each.weak.length > 0).length;
  return (
    <div class="with-side">
      <section class="card" aria-label="Nonterminals">
        <header>
          <h2>Nonterminals</h2>
          <label class="inline">
            <span class="soft">Find</span>
            <input
              type="search"
              class="short"
              value={filter}
              onInput={({ currentTarget }) => setFilter(currentTarget.value)}
            />
          </label>
          <span class="soft">
            {listed.length} of {symbols.length}
            {weak === 0 ? "; no weak estimates" : ""}
          </span>
          {weak > 0 && (
            <button type="button" class="small" aria-pressed={onlyWeak} onClick={() => setOnlyWeak(!onlyWeak)}>
              {weak} with weak estimates
            </button>
          )}
        </header>
        <div class="scroll" tabIndex={0} role="region" aria-label="Table of nonterminals">
          <table class="results">
            <thead>
              <tr>
                <th scope="col">symbol</th>
                <th scope="col" class="number">
                  examples
                </th>
                <th scope="col" class="number">
                  states
                </th>
                <th scope="col" class="number">
                  signal
                </th>
                <th scope="col" class="number">
                  condition
                </th>
                <th scope="col">singular values over noise</th>
              </tr>
            </thead>
            <tbody>
              {listed.map(({ symbol, examples, states, signal, condition, singularValues, noise, weak: reasons }) => (
                <tr key={symbol} class={symbol === chosen ? "chosen" : ""}>
                  <th scope="row">
                    <button
                      type="button"
                      class="link"
                      aria-pressed={symbol === chosen}
                      onClick={() => change({ symbol })}
                    >
                      {symbol}
                    </button>
                    {reasons.length > 0 && (
                      <span class="badge" title={reasons.join(", ")}>
                        weak
                      </span>
                    )}
                  </th>
                  <td class="number">{examples?.toLocaleString("en") ?? "–"}</td>
                  <td class="number">{states}</td>
                  <td class="number">{signal?.toFixed(1) ?? "–"}</td>
                  <td class="number">{condition?.toPrecision(3) ?? "–"}</td>
                  <td>{singularValues !== undefined && <Spark values={singularValues} noise={noise ?? []} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {fitting.length > SHOWN && (
          <p class="more">
            <button type="button" class="small" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? `Show the first ${SHOWN}` : `Show all ${fitting.length}`}
            </button>
          </p>
        )}
      </section>
      <States model={model} symbol={chosen ?? listed.find(({ states }) => states > 1)?.symbol} />
    </div>
  );
}

/** Small bars of singular values, by their roots, and over them what noise alone would give. */
function Spark({ values, noise }: { readonly values: readonly number[]; readonly noise: readonly number[] }) {
  const wide = Math.max(2.5, Math.min(8, 150 / values.length));
  const largest = Math.max(1e-9, ...values);
  const bar = (name: string, value: number, at: number) => {
    const tall = 21 * Math.sqrt(value / largest);
    return <rect key={`${name}${at}`} class={name} x={at * wide} y={22 - tall} width={wide - 1} height={tall} />;
  };
  const size = { width: values.length * wide, height: 22, viewBox: `0 0 ${values.length * wide} 22` };
  return (
    <svg class="spark" aria-hidden="true" {...size}>
      {values.map((value, at) => bar("value", value, at))}
      {noise.map((value, at) => bar("noise", value, at))}
    </svg>
  );
}

function States({ model, symbol }: { readonly model: ModelInfo; readonly symbol: string | undefined }) {
  const backend = useBackend();
  const { value } = useLater(
    symbol === undefined
      ? undefined
      : (signal) => backend.ask<Inspection>("inspect", model, { symbol, words: 6 }, signal),
    [model.name, symbol],
  );
  const found = value?.nonterminals?.[0];
  return (
    <aside class="card side" aria-label="States" aria-live="polite">
      <h2>{symbol === undefined ? "States" : `States of ${symbol}`}</h2>
      {found !== undefined && found.states === 1 && (
        <p class="soft">One state: nothing is hidden behind this symbol.</p>
      )}
      <ol class="states">
        {found?.loadings?.slice(0, 12).map(({ highest, lowest }, at) => (
          <li key={at}>
            <p>
              <span class="plus">+</span> {names(highest, found)}
            </p>
            {lowest.length > 0 && (
              <p>
                <span class="minus">−</span> {names(lowest, found)}
              </p>
            )}
          </li>
        ))}
      </ol>
      <p class="soft note">
        {found?.preterminal ? "Words" : "Rules"} that load highest and lowest on each state. Signs are arbitrary; the
        first state carries the mean.
      </p>
    </aside>
  );
}

const names = (loadings: readonly Loading[], { preterminal }: Symbol): string =>
  loadings
    .map(({ name }) => (preterminal ? name : name.slice(name.indexOf(" → ") + 3)))
    .join(preterminal ? " " : ", ") || "–";
