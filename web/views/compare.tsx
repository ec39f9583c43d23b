/** Compare: two sentences, how alike they are, and why: words that match as lines between them, features as bars. */
import { useBackend, useLater, useModel } from "../hooks.ts";
import { BarList } from "../parts/bars.tsx";
import { Examples } from "../parts/examples.tsx";
import { ModelPicker } from "../parts/model-picker.tsx";
import { SampleModel } from "../parts/sample-model.tsx";
import { textWidth } from "../parts/text-width.ts";
import { sureness } from "../parts/tree.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { change, useRoute } from "../route.ts";

interface Explanation {
  readonly score: number;
  readonly average: number;
  readonly identical: boolean;
  readonly contributions: readonly { readonly group: string; readonly name: string; readonly adds: number }[];
  readonly matches: readonly Match[];
}

interface Match {
  readonly first: string;
  readonly second: string;
  /** Words from 1. */
  readonly places: readonly [number, number];
  readonly group: string;
  readonly similarity: number;
}

const EXAMPLES: readonly (readonly [name: string, first: string, second: string])[] = [
  ["paraphrase", "A man is riding a horse down the street.", "A person rides a pony along the road."],
  ["more or less", "A dog runs on the beach.", "A puppy is playing in the garden."],
  ["roles", "The dog chases the cat.", "The cat chases the dog."],
  ["nothing alike", "A woman is reading a book on a bench.", "There is a boat on the water."],
];
const [, FIRST, SECOND] = EXAMPLES[0]!;
const HIGHEST = 5;
/** Features that add less, of a hundredth, would show as nothing. */
const [SHOWN, LEAST] = [10, 0.005];

export function CompareView() {
  const { params } = useRoute();
  const backend = useBackend();
  const model = useModel("similarity", params.model);
  const [first, second] = [params.first ?? FIRST, params.second ?? SECOND];
  const { value, error, busy } = useLater(
    model === undefined || first.trim() === "" || second.trim() === ""
      ? undefined
      : (signal) =>
          backend.ask<{ pairs: Explanation[] }>(
            "similarity",
            model,
            { pairs: [[first, second]], explain: true },
            signal,
          ),
    [model?.name, first, second],
    200,
  );
  const found = value?.pairs[0];
  const field = (name: "first" | "second", text: string) => (
    <label class="wide">
      <span class="soft">{name === "first" ? "First sentence" : "Second sentence"}</span>
      <input
        type="text"
        value={text}
        spellcheck={false}
        onInput={({ currentTarget }) => change({ [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <>
      <section class="card ask">
        {field("first", first)}
        {field("second", second)}
        <div class="row">
          <ModelPicker verb="similarity" chosen={model} />
          <Examples
            examples={EXAMPLES.map(([name, a, b]) => ({ name, says: `${a} – ${b}`, params: { first: a, second: b } }))}
          />
        </div>
      </section>
      <SampleModel kind="similarity" model={model} />
      <Waiting busy={busy} says="Comparing …" />
      {error !== undefined && (
        <p class="card error" role="alert">
          {error}
        </p>
      )}
      {(first.trim() === "" || second.trim() === "") && <p class="card empty soft">Type two sentences above.</p>}
      {found !== undefined && (
        <div class="with-side">
          <section class="card" aria-label="Alignment">
            <header>
              <h2>Words that match</h2>
              <span class="legend soft">
                loosely <span class="ramp" aria-hidden="true" /> the same
              </span>
            </header>
            <Alignment first={first} second={second} matches={found.matches} />
          </section>
          <aside class="card side" aria-label="Score">
            <p class="score" role="status">
              <strong>{found.score.toFixed(2)}</strong> <span class="soft">of {HIGHEST}</span>
            </p>
            <div class="scale" aria-hidden="true">
              <span style={{ left: `${(100 * found.score) / HIGHEST}%` }} />
            </div>
            <p class="scale-ends soft note" aria-hidden="true">
              <span>nothing alike</span>
              <span>the same</span>
            </p>
            <p class="soft note">
              {found.identical
                ? "The words are the same, and that alone decides."
                : `An average pair has ${found.average.toFixed(2)}; the features add or take away:`}
            </p>
            <BarList
              label="What the features add"
              bars={[...found.contributions]
                .filter(({ adds }) => Math.abs(adds) >= LEAST)
                .sort((x, y) => Math.abs(y.adds) - Math.abs(x.adds))
                .slice(0, SHOWN)
                .map(({ group, name, adds }) => ({
                  name: `${group}: ${name}`,
                  value: adds,
                  shown: `${adds < 0 ? "−" : "+"}${Math.abs(adds).toFixed(2)}`,
                }))}
            />
          </aside>
        </div>
      )}
    </>
  );
}

const [SIZE, GAP, MARGIN, TALL] = [17, 13, 16, 190];
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;

/** The words of a sentence in a row. */
function rowOf(text: string) {
  let right = MARGIN;
  return [...text.matchAll(WORD)].map(([word]) => {
    const wide = textWidth(word, SIZE);
    const middle = right + wide / 2;
    right += wide + GAP;
    return { word, middle, right };
  });
}

/** The place of a word that a match names: by its number, or where another cut made that differ, by its letters. */
function placeOf(row: readonly { readonly word: string }[], word: string, place: number): number {
  if (row[place - 1]?.word.toLowerCase() === word.toLowerCase()) return place - 1;
  return row.findIndex((each) => each.word.toLowerCase() === word.toLowerCase());
}

function Alignment({
  first,
  second,
  matches,
}: {
  readonly first: string;
  readonly second: string;
  readonly matches: readonly Match[];
}) {
  const [above, below] = [rowOf(first), rowOf(second)];
  const width = Math.max(above.at(-1)?.right ?? 0, below.at(-1)?.right ?? 0) + MARGIN;
  // Several groups of features may match the same two words: the best of them is drawn.
  const best = new Map<string, Match>();
  for (const match of matches) {
    const known = best.get(`${match.places}`);
    if (known === undefined || known.similarity < match.similarity) best.set(`${match.places}`, match);
  }
  const lines = [...best.values()]
    .map((match) => ({
      ...match,
      from: placeOf(above, match.first, match.places[0]),
      to: placeOf(below, match.second, match.places[1]),
    }))
    .filter(({ from, to }) => from >= 0 && to >= 0)
    .sort((x, y) => x.similarity - y.similarity);
  const used = (side: "from" | "to") => new Set(lines.map((line) => line[side]));
  const [usedAbove, usedBelow] = [used("from"), used("to")];
  const told = lines.map((line) => `${line.first} with ${line.second}, ${line.similarity.toFixed(2)}`).join("; ");
  return (
    <section class="scroll" tabIndex={0} aria-label="Words that match">
      <svg
        class="alignment"
        role="img"
        aria-label={told || "No words match."}
        width={width}
        height={TALL}
        viewBox={`0 0 ${width} ${TALL}`}
      >
        {lines.map(({ from, to, similarity, group, first: a, second: b }) => {
          const [x1, x2] = [above[from]!.middle, below[to]!.middle];
          return (
            <path
              key={`${from} ${to}`}
              d={`M${x1} 40C${x1} 100 ${x2} 90 ${x2} ${TALL - 40}`}
              style={{ stroke: sureness(Math.min(1, similarity)), strokeWidth: 1 + 3 * Math.min(1, similarity) }}
            >
              <title>{`${a} – ${b}: ${similarity.toFixed(2)} (${group})`}</title>
            </path>
          );
        })}
        {above.map(({ word, middle }, at) => (
          <text key={`a${at}`} class={usedAbove.has(at) ? "" : "alone"} x={middle} y={30}>
            {word}
          </text>
        ))}
        {below.map(({ word, middle }, at) => (
          <text key={`b${at}`} class={usedBelow.has(at) ? "" : "alone"} x={middle} y={TALL - 18}>
            {word}
          </text>
        ))}
      </svg>
    </section>
  );
}
