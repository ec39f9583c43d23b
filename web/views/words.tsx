/** Words: neighbours, analogies, a map of the plane that shows most, and the tree of word classes. */
import type { ModelInfo } from "../backend/messages.ts";
import { useBackend, useLater, useModel } from "../hooks.ts";
import { BarList } from "../parts/bars.tsx";
import { ClusterTree } from "../parts/cluster-tree.tsx";
import { ModelPicker } from "../parts/model-picker.tsx";
import { SampleModel } from "../parts/sample-model.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { WordMap } from "../parts/word-map.tsx";
import { address, change, type Params, useRoute } from "../route.ts";

interface Neighbour {
  readonly word: string;
  readonly similarity: number;
}

const COUNT = 12;
const PAUSE = 150;
const TRIES = [
  ["man", "king", "woman"],
  ["walk", "walked", "look"],
  ["father", "mother", "son"],
] as const;

export function WordsView() {
  const { params } = useRoute();
  const backend = useBackend();
  const model = useModel("neighbours", params.model);
  const { value: frequent } = useLater(
    model === undefined ? undefined : (signal) => backend.ask<{ mostFrequent: string[] }>("inspect", model, {}, signal),
    [model?.name],
  );
  // A word that says something: long, and frequent enough to have a good vector, but not one of the most frequent.
  const some = [5, 1].flatMap((length) =>
    (frequent?.mostFrequent ?? []).filter((each) => /^\p{L}+$/u.test(each) && each.length >= length).reverse(),
  )[0];
  const word = params.word ?? some ?? "";
  const { value, error, busy } = useLater(
    model === undefined || word === ""
      ? undefined
      : (signal) =>
          backend.ask<{ words: { word: string; neighbours: Neighbour[] }[] }>(
            "neighbours",
            model,
            { words: [word], count: COUNT },
            signal,
          ),
    [model?.name, word],
    PAUSE,
  );
  const found = value?.words[0]?.word === word ? value.words[0].neighbours : [];
  return (
    <>
      <section class="card ask">
        <div class="row">
          <label>
            <span class="soft">Word</span>
            <input
              type="text"
              value={word}
              spellcheck={false}
              autocapitalize="off"
              onInput={({ currentTarget }) => change({ word: currentTarget.value.trim() })}
            />
          </label>
          <ModelPicker verb="neighbours" chosen={model} />
        </div>
      </section>
      <SampleModel kind="vectors" model={model} />
      {model !== undefined && (
        <div class="grid words-grid">
          <div>
            <Neighbours word={word} found={found} error={error} busy={busy} />
            <Analogy model={model} />
          </div>
          <section class="card" aria-label="Map">
            <WordMap model={model} word={word} near={found.map((each) => each.word)} />
          </section>
        </div>
      )}
      <ClusterTree word={word} />
    </>
  );
}

/** The address of a word, with the rest as it stands. */
const wordLink = (params: Params, word: string) => address("words", { ...params, word });

function Neighbours(props: {
  readonly word: string;
  readonly found: readonly Neighbour[];
  readonly error: string | undefined;
  readonly busy: boolean;
}) {
  const { word, found, error, busy } = props;
  const { params } = useRoute();
  return (
    <section class="card" aria-label="Neighbours">
      <header>
        <h2>Nearest to {word === "" ? "…" : <q>{word}</q>}</h2>
        <span class="soft">cosine of the vectors</span>
      </header>
      <Waiting busy={busy} says="Looking for neighbours …" />
      {error !== undefined && (
        <p class="soft" role="status">
          {error}
        </p>
      )}
      <BarList
        label="Neighbours"
        most={1}
        bars={found.map(({ word: name, similarity }) => ({
          name,
          value: Math.max(0, similarity),
          shown: similarity.toFixed(3),
          href: wordLink(params, name),
        }))}
      />
    </section>
  );
}

function Analogy({ model }: { readonly model: ModelInfo }) {
  const { params } = useRoute();
  const backend = useBackend();
  const [a, b, c] = [params.a ?? "", params.b ?? "", params.c ?? ""];
  const full = a !== "" && b !== "" && c !== "";
  const { value, error } = useLater(
    full
      ? (signal) =>
          backend.ask<{ questions: { neighbours: Neighbour[] }[] }>(
            "analogies",
            model,
            { questions: [[a, b, c]], count: 5 },
            signal,
          )
      : undefined,
    [model.name, a, b, c],
    PAUSE,
  );
  const field = (name: "a" | "b" | "c", text: string, label: string) => (
    <input
      type="text"
      class="short"
      aria-label={label}
      placeholder={label}
      value={text}
      spellcheck={false}
      autocapitalize="off"
      onInput={({ currentTarget }) => change({ [name]: currentTarget.value.trim() })}
    />
  );
  return (
    <section class="card" aria-label="Analogy">
      <h2>Analogy</h2>
      <p class="analogy">
        {field("a", a, "a word")} is to {field("b", b, "another")} as {field("c", c, "a third")} is to …
      </p>
      {!full && (
        <p class="note soft tries">
          Try{" "}
          {TRIES.map((words) => (
            <button
              key={words.join(" ")}
              type="button"
              class="small"
              onClick={() => change({ a: words[0], b: words[1], c: words[2] })}
            >
              {words[0]} : {words[1]} = {words[2]} : ?
            </button>
          ))}
        </p>
      )}
      {error !== undefined && (
        <p class="soft" role="status">
          {error}
        </p>
      )}
      {full && (
        <BarList
          label="Completions"
          most={1}
          bars={(value?.questions[0]?.neighbours ?? []).map(({ word, similarity }) => ({
            name: word,
            value: Math.max(0, similarity),
            shown: similarity.toFixed(3),
            href: wordLink(params, word),
          }))}
        />
      )}
    </section>
  );
}
