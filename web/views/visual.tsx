/** Visual: a caption whose noun phrases are shaded by how probably they can be seen in the image. */
import { useBackend, useLater, useModel } from "../hooks.ts";
import { BarList } from "../parts/bars.tsx";
import { Examples } from "../parts/examples.tsx";
import { ModelPicker } from "../parts/model-picker.tsx";
import { SampleModel } from "../parts/sample-model.tsx";
import { percent, sureness } from "../parts/tree.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { change, useRoute } from "../route.ts";

interface Marked {
  readonly caption: string;
  readonly phrases: readonly Phrase[];
}

interface Phrase {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly probability: number;
}

const EXAMPLES: readonly (readonly [name: string, caption: string])[] = [
  ["beach", "My dog and I on the beach last summer, the best day of the year, with a red kite in the sky."],
  ["newspaper", "A tired woman reads a newspaper on the train after a long meeting."],
  ["birthday", "A picture of our house with a blue door, taken on my birthday in the morning."],
];
const CAPTION = EXAMPLES[0]![1];

export function VisualView() {
  const { params } = useRoute();
  const backend = useBackend();
  const model = useModel("visual", params.model);
  const caption = params.caption ?? CAPTION;
  const { value, error, busy } = useLater(
    model === undefined || caption.trim() === ""
      ? undefined
      : (signal) => backend.ask<{ captions: Marked[] }>("visual", model, { captions: [caption] }, signal),
    [model?.name, caption],
    200,
  );
  const marked = value?.captions[0];
  return (
    <>
      <section class="card ask">
        <label class="wide">
          <span class="soft">Caption</span>
          <textarea
            rows={2}
            value={caption}
            spellcheck={false}
            onInput={({ currentTarget }) => change({ caption: currentTarget.value })}
          />
        </label>
        <div class="row">
          <ModelPicker verb="visual" chosen={model} />
          <Examples examples={EXAMPLES.map(([name, text]) => ({ name, says: text, params: { caption: text } }))} />
        </div>
      </section>
      <SampleModel kind="visual" model={model} />
      <Waiting busy={busy} says="Looking …" />
      {error !== undefined && (
        <p class="card error" role="alert">
          {error}
        </p>
      )}
      {caption.trim() === "" && <p class="card empty soft">Type a caption above.</p>}
      {marked !== undefined && (
        <div class="with-side">
          <section class="card" aria-label="Caption">
            <header>
              <h2>What can be seen</h2>
              <span class="legend soft">
                not in the image <span class="ramp" aria-hidden="true" /> visible
              </span>
            </header>
            <p class="caption">{shaded(marked)}</p>
            {marked.phrases.length === 0 && <p class="soft">No noun phrase was found in this caption.</p>}
          </section>
          <aside class="card side" aria-label="Phrases">
            <h2>Phrases</h2>
            <BarList
              label="Phrases"
              most={1}
              bars={[...marked.phrases]
                .sort((x, y) => y.probability - x.probability)
                .map(({ text, probability }) => ({ name: text, value: probability, shown: percent(probability) }))}
            />
          </aside>
        </div>
      )}
    </>
  );
}

/** The caption, its phrases as marks. */
function shaded({ caption, phrases }: Marked) {
  const parts: (string | preact.JSX.Element)[] = [];
  let at = 0;
  for (const { start, end, probability } of phrases) {
    parts.push(caption.slice(at, start));
    parts.push(
      <mark
        key={start}
        title={percent(probability)}
        style={{
          background: `color-mix(in oklab, ${sureness(probability)} 26%, var(--card))`,
          borderBottomColor: sureness(probability),
        }}
      >
        {caption.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  parts.push(caption.slice(at));
  return parts;
}
