/** Train: learn parsers in the page, side by side, see what the decompositions found, keep and try the result. */
import { useEffect, useState } from "preact/hooks";
import type { Method, TrainedRow, TrainProgress, TrainRequest, TreeSource } from "../backend/messages.ts";
import { trainingRun } from "../backend/training-run.ts";
import { download } from "../export/save.ts";
import { useBackend } from "../hooks.ts";
import { DropZone } from "../parts/drop-zone.tsx";
import { LineChart } from "../parts/line-chart.tsx";
import { change, go, useRoute } from "../route.ts";

const METHODS: readonly {
  readonly method: Method;
  readonly name: string;
  readonly says: string;
  readonly colour: string;
}[] = [
  { method: "pcfg", name: "PCFG", says: "rules counted, nothing hidden", colour: "var(--soft)" },
  { method: "em", name: "EM", says: "hidden states by 15 steps of expectation maximisation", colour: "var(--unsure)" },
  {
    method: "spectral",
    name: "spectral",
    says: "hidden states by one singular value decomposition per nonterminal",
    colour: "var(--accent)",
  },
];
const methodOf = (method: Method) => METHODS.find((each) => each.method === method)!;

const whole = (text: string | undefined, low: number, high: number, usual: number) => {
  const value = Number(text);
  return text !== undefined && Number.isInteger(value) && value >= low && value <= high ? value : usual;
};

export function TrainView() {
  const { params } = useRoute();
  const [file, setFile] = useState<{ readonly name: string; readonly text: string }>();
  const [pasted, setPasted] = useState("");
  const [, setCount] = useState(0);
  useEffect(() => trainingRun.subscribe(() => setCount((count) => count + 1)), []);
  const { rows, progress, error, running } = trainingRun;
  const trees = whole(params.trees, 100, 10_000, 2000);
  const states = whole(params.m, 1, 64, 16);
  const own = params.source === "own";
  const methods = METHODS.map(({ method }) => method).filter((method) =>
    (params.methods ?? "pcfg,spectral").split(",").includes(method),
  );
  const curve = params.curve === "1";
  const source: TreeSource | undefined = own
    ? file !== undefined
      ? { kind: "text", ...file }
      : pasted.trim() !== ""
        ? { kind: "text", text: pasted, name: "pasted trees" }
        : undefined
    : { kind: "synthetic", trees };
  const choose = (method: Method, on: boolean) => {
    const next = METHODS.map((each) => each.method).filter((each) => (each === method ? on : methods.includes(each)));
    change({ methods: next.join(",") });
  };
  return (
    <>
      <section class="card ask" aria-label="What to learn">
        <div class="columns">
          <fieldset>
            <legend>Treebank</legend>
            <label class="choice">
              <input type="radio" name="source" checked={!own} onChange={() => change({ source: undefined })} />{" "}
              synthetic English
            </label>
            {!own && (
              <label class="slider">
                <span>{trees.toLocaleString("en")} trees</span>
                <input
                  type="range"
                  min={100}
                  max={10_000}
                  step={100}
                  value={trees}
                  aria-label="Number of trees"
                  onInput={({ currentTarget }) => change({ trees: currentTarget.value })}
                />
              </label>
            )}
            <label class="choice">
              <input type="radio" name="source" checked={own} onChange={() => change({ source: "own" })} /> a treebank
              of mine
            </label>
            {own && (
              <>
                <DropZone
                  label={
                    file === undefined
                      ? "Drop a treebank (Penn brackets, TigerXML, Negra export), or choose one"
                      : `${file.name}, ${(file.text.length / 1e6).toFixed(1)} MB`
                  }
                  onFile={async (given) => setFile({ name: given.name, text: await given.text() })}
                />
                <label class="wide">
                  <span class="soft">or paste trees</span>
                  <textarea
                    rows={3}
                    spellcheck={false}
                    placeholder="(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))"
                    value={pasted}
                    onInput={({ currentTarget }) => {
                      setPasted(currentTarget.value);
                      setFile(undefined);
                    }}
                  />
                </label>
              </>
            )}
          </fieldset>
          <fieldset>
            <legend>Methods</legend>
            {METHODS.map(({ method, name, says }) => (
              <label key={method} class="choice">
                <input
                  type="checkbox"
                  checked={methods.includes(method)}
                  onChange={({ currentTarget }) => choose(method, currentTarget.checked)}
                />{" "}
                {name} <span class="soft">{says}</span>
              </label>
            ))}
            <label class="slider">
              <span>m = {states} hidden states</span>
              <input
                type="range"
                min={1}
                max={64}
                value={states}
                aria-label="Hidden states"
                onInput={({ currentTarget }) => change({ m: currentTarget.value })}
              />
            </label>
            <label class="choice">
              <input
                type="checkbox"
                checked={curve}
                onChange={({ currentTarget }) => change({ curve: currentTarget.checked ? "1" : undefined })}
              />{" "}
              learning curve <span class="soft">learn from an eighth, a quarter and half of the trees too</span>
            </label>
          </fieldset>
        </div>
        <div class="row">
          {running ? (
            <button type="button" onClick={() => trainingRun.stop()}>
              Stop
            </button>
          ) : (
            <button
              type="button"
              class="primary"
              disabled={source === undefined || methods.length === 0}
              onClick={() => trainingRun.start({ source: source!, methods, states, curve })}
            >
              Train
            </button>
          )}
          {progress !== undefined && <Progress {...progress} />}
          {!running && rows.length === 0 && source === undefined && (
            <span class="soft note">Drop, choose or paste a treebank first.</span>
          )}
          {!running && methods.length === 0 && <span class="soft note">Choose a method.</span>}
        </div>
        {error !== undefined && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
      </section>
      {rows.length > 0 ? (
        <Results rows={rows} request={trainingRun.request!} />
      ) : (
        !running && (
          <section class="card empty soft" aria-label="What comes of it">
            <p>
              <strong>Train</strong> learns in this page, with WebAssembly and threads; nothing is sent anywhere.
            </p>
            <p>
              Then: F1 on trees that were held out, method beside method · what the decompositions found, against noise
              · a model to parse with, to inspect and to download for the command line.
            </p>
          </section>
        )
      )}
    </>
  );
}

function Progress({ method, trees, stage, done, total }: TrainProgress) {
  return (
    <div class="progress" role="status">
      <span>
        {methodOf(method).name}
        {trees > 0 ? `, ${trees.toLocaleString("en")} trees` : ""}: {stage}
      </span>
      <progress max={total ?? 1} {...(total === undefined ? {} : { value: done })} aria-label={stage} />
    </div>
  );
}

const plural = (count: number, name: string) => `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;

function Results({ rows, request }: { readonly rows: readonly TrainedRow[]; readonly request: TrainRequest }) {
  const backend = useBackend();
  const whole = rows.filter(({ model }) => model !== undefined);
  const spectral = whole.find(({ symbols }) => symbols !== undefined);
  const series = METHODS.map(({ method, name, colour }) => ({
    name,
    colour,
    points: rows.filter((row) => row.method === method).map(({ trees, f1 }) => [trees, f1] as const),
  })).filter(({ points }) => points.length > 0);
  const save = async (name: string) => {
    const bytes = await backend.call("bytes", { model: name });
    download(`${name}.model`, bytes as Uint8Array<ArrayBuffer>, "application/octet-stream");
  };
  const best = Math.max(...whole.map(({ f1 }) => f1));
  const { heldOut, threads } = rows[0]!;
  return (
    <>
      <section class="card results-card" aria-label="Results">
        <header>
          <h2>Measured on {plural(heldOut, "held-out tree")}</h2>
          <span class="soft">
            {whole.length > 0 && `learnt from ${plural(whole[0]!.trees, "tree")} with `}
            {plural(threads, "thread")}
            {crossOriginIsolated ? " and shared memory" : ""}
          </span>
        </header>
        <div class="scroll" tabIndex={0} role="region" aria-label="Table of results">
          <table class="results">
            <thead>
              <tr>
                <th scope="col">method</th>
                <th scope="col" class="number">
                  states
                </th>
                <th scope="col" class="number">
                  training
                </th>
                <th scope="col" class="number">
                  F1
                </th>
                <th scope="col" class="number">
                  exact
                </th>
                <th scope="col" class="number">
                  sent./s
                </th>
                <th scope="col">model</th>
              </tr>
            </thead>
            <tbody>
              {whole.length === 0 && (
                <tr>
                  <td colSpan={7} class="soft">
                    the first model is on its way …
                  </td>
                </tr>
              )}
              {whole.map(({ method, states, seconds, f1, exact, sentencesPerSecond, model }) => (
                <tr key={model!.name}>
                  <th scope="row">
                    <span class="swatch" style={{ background: methodOf(method).colour }} /> {methodOf(method).name}
                  </th>
                  <td class="number">{states}</td>
                  <td class="number">{seconds.toFixed(1)} s</td>
                  <td class={`number${f1 === best ? " strong" : ""}`}>{f1.toFixed(1)}</td>
                  <td class="number">{exact.toFixed(1)}</td>
                  <td class="number">{sentencesPerSecond.toFixed(0)}</td>
                  <td class="acts">
                    <button type="button" class="small" onClick={() => go("parse", { model: model!.name })}>
                      Parse with it
                    </button>
                    <button type="button" class="small" onClick={() => go("inspect", { model: model!.name })}>
                      Inspect
                    </button>
                    <button type="button" class="small" onClick={() => save(model!.name)}>
                      Download
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <div class="grid">
        {request.curve && (
          <section class="card" aria-label="Learning curve">
            <h2>Learning curve</h2>
            <LineChart
              series={series}
              label={`F1 by number of trees: ${series.map(({ name, points }) => `${name} ${points.map(([x, y]) => `${y.toFixed(1)} at ${x}`).join(", ")}`).join("; ")}`}
              xName="trees"
              yName="F1"
              least={2}
              columns={request.source.kind === "synthetic" ? [request.source.trees] : []}
            />
          </section>
        )}
        {spectral !== undefined && <Spectra row={spectral} />}
      </div>
    </>
  );
}

/** Singular values of a nonterminal against those of shuffled pairs: what rises above them is signal. */
function Spectra({ row }: { readonly row: TrainedRow }) {
  const symbols = [...row.symbols!]
    .filter(({ singularValues }) => singularValues.length > 1)
    .sort((x, y) => y.nodes - x.nodes);
  const [name, setName] = useState(symbols[0]?.symbol);
  const chosen = symbols.find(({ symbol }) => symbol === name) ?? symbols[0];
  if (chosen === undefined) return null;
  const points = (values: readonly number[]) => values.map((value, at) => [at + 1, value] as const);
  return (
    <section class="card" aria-label="Singular values">
      <header>
        <h2>Singular values</h2>
        <label class="inline">
          <span class="soft">of</span>
          <select value={chosen.symbol} onChange={({ currentTarget }) => setName(currentTarget.value)}>
            {symbols.slice(0, 60).map(({ symbol, nodes }) => (
              <option key={symbol} value={symbol}>
                {symbol} ({nodes.toLocaleString("en")} nodes)
              </option>
            ))}
          </select>
        </label>
      </header>
      <LineChart
        fromZero
        series={[
          { name: "signal and noise", colour: "var(--accent)", points: points(chosen.singularValues) },
          { name: "noise alone", colour: "var(--unsure)", points: points(chosen.noise), dashed: true },
        ]}
        label={`Singular values of ${chosen.symbol}`}
        xName="state"
        yName="singular value"
      />
      <p class="soft note">
        {chosen.signal.toFixed(1)} of {chosen.singularValues.length} states' worth is signal; the rest is drawn to the
        mean.
      </p>
    </section>
  );
}
