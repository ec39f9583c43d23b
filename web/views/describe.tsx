/** Describe: boxes with labels on a picture, and the sentence that a describer makes of them, step by step. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useBackend, useLater, useModel } from "../hooks.ts";
import { BarList } from "../parts/bars.tsx";
import { DropZone } from "../parts/drop-zone.tsx";
import { Examples } from "../parts/examples.tsx";
import { ModelPicker } from "../parts/model-picker.tsx";
import { SampleModel } from "../parts/sample-model.tsx";
import { textWidth } from "../parts/text-width.ts";
import { percent } from "../parts/tree.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { change, useRoute } from "../route.ts";

interface Thing {
  readonly label: string;
  /** x, y, width, height, in thousandths of the picture's width. */
  readonly box: readonly [number, number, number, number];
}

interface Description {
  readonly text: string;
  readonly sentences: readonly Sentence[];
  readonly leftOut: readonly { readonly label: string; readonly reason: string }[];
  readonly renamed: readonly { readonly label: string; readonly noun: string }[];
  readonly score: number;
}

interface Sentence {
  readonly text: string;
  readonly nouns: readonly {
    readonly noun: string;
    readonly many: boolean;
    readonly things: readonly number[];
    readonly modifiers: readonly string[];
  }[];
  readonly links: readonly {
    readonly verb: string;
    readonly preposition: string;
    readonly probability: number;
    readonly hallucinated: boolean;
  }[];
  readonly candidates: number;
  readonly score: number;
}

const WIDTH = 1000;
const EXAMPLES: readonly (readonly [name: string, things: string])[] = [
  ["dog", "dog:150,330,300,260;ball:560,500,90,90;grass:0,560,1000,180"],
  ["rider", "man:380,120,190,300;horse:300,300,380,330;street:0,600,1000,140"],
  ["table", "cup:330,300,90,110;book:520,340,170,70;table:200,400,620,280"],
  ["sky", "bird:260,110,120,80;bird:470,170,110,75;sky:0,0,1000,430;tree:690,250,250,420"],
];
const STYLES = ["plain", "terse", "descriptive"];
const COLOURS = 6;

/** Things as text for the address: `dog:150,330,300,260;ball:…`. */
const written = (things: readonly Thing[]) =>
  things.map(({ label, box }) => `${label}:${box.map(Math.round).join(",")}`).join(";");

function readThings(text: string | undefined): readonly Thing[] {
  if (text === undefined) return readThings(EXAMPLES[0]![1]);
  return text.split(";").flatMap((part) => {
    const [label = "", numbers = ""] = part.split(":");
    const box = numbers.split(",").map(Number);
    return label !== "" && box.length === 4 && box.every(Number.isFinite)
      ? [{ label, box: box as unknown as Thing["box"] }]
      : [];
  });
}

export function DescribeView() {
  const { params } = useRoute();
  const backend = useBackend();
  const model = useModel("describe", params.model);
  const things = readThings(params.things);
  const style = STYLES.includes(params.style ?? "") ? params.style! : "plain";
  const [picture, setPicture] = useState<{ readonly url: string; readonly height: number }>();
  /** The box that was drawn last, whose label is to be chosen now. */
  const [drawn, setDrawn] = useState<number>();
  const [pictureError, setPictureError] = useState<string>();
  const height = picture?.height ?? 740;
  const { value: known } = useLater(
    model === undefined
      ? undefined
      : (signal) => backend.ask<{ labels: { label: string }[] }>("labels", model, { count: 800 }, signal),
    [model?.name],
  );
  const { value, error, busy } = useLater(
    model === undefined || things.length === 0
      ? undefined
      : (signal) =>
          backend.ask<{ scenes: { descriptions: Description[] }[] }>(
            "describe",
            model,
            {
              scenes: [{ size: [WIDTH, height], objects: things.map(({ label, box }) => ({ label, box })) }],
              style,
              nBest: 3,
            },
            signal,
          ),
    [model?.name, written(things), style, height],
    120,
  );
  const set = (next: readonly Thing[]) => change({ things: written(next) });
  const [best, ...others] = value?.scenes[0]?.descriptions ?? [];
  useEffect(() => () => picture && URL.revokeObjectURL(picture.url), [picture]);
  const openPicture = async (file: File) => {
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.src = url;
    try {
      await image.decode();
      setPicture({ url, height: Math.round((WIDTH * image.naturalHeight) / image.naturalWidth) });
      setPictureError(undefined);
    } catch {
      URL.revokeObjectURL(url);
      setPictureError(`${file.name} is not a picture that this browser can show.`);
    }
  };
  return (
    <>
      <section class="card ask">
        <div class="row">
          <ModelPicker verb="describe" chosen={model} />
          <label>
            <span class="soft">Style</span>
            <select value={style} onChange={({ currentTarget }) => change({ style: currentTarget.value })}>
              {STYLES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
          <Examples examples={EXAMPLES.map(([name, text]) => ({ name, says: text, params: { things: text } }))} />
          <DropZone label="Use my own picture" accept="image/*" onFile={openPicture} />
          <p class="soft note">The picture stays in the page; only labels and boxes are asked about.</p>
        </div>
        {pictureError !== undefined && (
          <p class="error" role="alert">
            {pictureError}
          </p>
        )}
      </section>
      <SampleModel kind="captions" model={model} />
      <Waiting busy={busy} says="Describing …" />
      {error !== undefined && (
        <p class="card error" role="alert">
          {error}
        </p>
      )}
      <div class="grid">
        <section class="card" aria-label="Picture">
          <header>
            <h2>Picture</h2>
            <span class="soft">drag to draw a box; drag a box by its label to move it</span>
          </header>
          <Canvas
            things={things}
            picture={picture?.url}
            height={height}
            onDraw={(box) => {
              set([...things, { label: known?.labels[0]?.label ?? "person", box }]);
              setDrawn(things.length);
            }}
            onMove={(at, box) => set(things.map((each, index) => (index === at ? { ...each, box } : each)))}
          />
          <ThingList
            things={things}
            labels={known?.labels.map(({ label }) => label) ?? []}
            onChange={set}
            height={height}
            drawn={drawn}
          />
        </section>
        <section class="card" aria-label="Description">
          <h2>Description</h2>
          {things.length === 0 && <p class="soft">Draw a box on the picture, or add one below it.</p>}
          {best !== undefined && (
            <>
              <p class="described" role="status">
                {best.text === "" ? "Nothing of this can be described." : best.text}
              </p>
              <Derivation description={best} things={things} />
              {others.length > 0 && (
                <>
                  <h3>Next best</h3>
                  <ul class="plain">
                    {others.map(({ text }) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                </>
              )}
            </>
          )}
        </section>
      </div>
    </>
  );
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(Math.max(0, most), value));

function Canvas(props: {
  readonly things: readonly Thing[];
  readonly picture: string | undefined;
  readonly height: number;
  readonly onDraw: (box: Thing["box"]) => void;
  readonly onMove: (at: number, box: Thing["box"]) => void;
}) {
  const { things, picture, height, onDraw, onMove } = props;
  const [draft, setDraft] = useState<Thing["box"]>();
  const from = useRef<readonly [number, number] | undefined>(undefined);
  /** The box that is being moved, and where on it the pointer took hold. */
  const held = useRef<{ readonly at: number; readonly dx: number; readonly dy: number } | undefined>(undefined);
  const place = (event: PointerEvent & { currentTarget: SVGSVGElement }): [number, number] => {
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    const scale = WIDTH / width;
    return [
      Math.max(0, Math.min(WIDTH, (event.clientX - left) * scale)),
      Math.max(0, Math.min(height, (event.clientY - top) * scale)),
    ];
  };
  return (
    <svg
      class="scene"
      role="img"
      aria-label={`Boxes: ${things.map(({ label }) => label).join(", ") || "none"}`}
      viewBox={`0 0 ${WIDTH} ${height}`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const [x, y] = place(event);
        const at = Number((event.target as Element).closest("[data-box]")?.getAttribute("data-box") ?? -1);
        const box = things[at]?.box;
        if (box === undefined) from.current = [x, y];
        else held.current = { at, dx: x - box[0], dy: y - box[1] };
      }}
      onPointerMove={(event) => {
        if (held.current !== undefined) {
          const { at, dx, dy } = held.current;
          const [[x, y], [, , w, h]] = [place(event), things[at]!.box];
          onMove(at, [clamp(x - dx, WIDTH - w), clamp(y - dy, height - h), w, h]);
          return;
        }
        if (from.current === undefined) return;
        const [[x0, y0], [x1, y1]] = [from.current, place(event)];
        setDraft([Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0)]);
      }}
      onPointerUp={() => {
        from.current = undefined;
        held.current = undefined;
        if (draft !== undefined && draft[2] > 15 && draft[3] > 15) onDraw(draft);
        setDraft(undefined);
      }}
    >
      {picture !== undefined && <image href={picture} width={WIDTH} height={height} />}
      {things.map(({ label, box: [x, y, w, h] }, at) => (
        <g key={at} class={`box c${at % COLOURS}`}>
          <rect x={x} y={y} width={w} height={h} rx={6} />
          <g class="name" data-box={at}>
            <rect x={x} y={y} width={textWidth(label, 28, 600) + 24} height={42} rx={6} />
            <text x={x + 12} y={y + 30}>
              {label}
            </text>
          </g>
        </g>
      ))}
      {draft !== undefined && (
        <rect class="draft" x={draft[0]} y={draft[1]} width={draft[2]} height={draft[3]} rx={6} />
      )}
    </svg>
  );
}

/** The boxes as fields, for those who cannot or will not draw. */
function ThingList({
  things,
  labels,
  onChange,
  height,
  drawn,
}: {
  readonly things: readonly Thing[];
  readonly labels: readonly string[];
  readonly onChange: (things: readonly Thing[]) => void;
  readonly height: number;
  readonly drawn: number | undefined;
}) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (drawn === undefined) return;
    list.current?.querySelectorAll<HTMLInputElement>("input[list]")[drawn]?.select();
  }, [drawn]);
  const replace = (at: number, thing: Thing) => onChange(things.map((each, index) => (index === at ? thing : each)));
  return (
    <>
      <datalist id="labels">
        {labels.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      {things.length > 0 && (
        <p class="things-head soft note" aria-hidden="true">
          <span>label</span>
          <span>left</span>
          <span>top</span>
          <span>width</span>
          <span>height</span>
        </p>
      )}
      <ul class="things" aria-label="Boxes" ref={list}>
        {things.map((thing, at) => (
          <li key={at}>
            <span class={`dot c${at % COLOURS}`} />
            <input
              type="text"
              class="short"
              list="labels"
              aria-label={`Label of box ${at + 1}`}
              value={thing.label}
              onInput={({ currentTarget }) =>
                replace(at, { ...thing, label: currentTarget.value.replace(/[:;]/g, "") })
              }
            />
            {(["left", "top", "width", "height"] as const).map((name, side) => (
              <input
                key={name}
                type="number"
                class="number-field"
                aria-label={`${name} of box ${at + 1}`}
                title={name}
                min={0}
                max={side % 2 === 0 ? WIDTH : height}
                step={10}
                value={Math.round(thing.box[side]!)}
                onChange={({ currentTarget }) =>
                  replace(at, {
                    ...thing,
                    box: thing.box.map((old, i) =>
                      i === side ? Number(currentTarget.value) : old,
                    ) as unknown as Thing["box"],
                  })
                }
              />
            ))}
            <button
              type="button"
              class="small"
              aria-label={`Remove box ${at + 1}`}
              onClick={() => onChange(things.filter((_, index) => index !== at))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="small"
        onClick={() => onChange([...things, { label: labels[0] ?? "person", box: [350, 250, 200, 200] }])}
      >
        Add a box
      </button>{" "}
      {things.length > 0 && (
        <button type="button" class="small" onClick={() => onChange([])}>
          Remove all
        </button>
      )}
    </>
  );
}

/** How the sentence came about: what the boxes are called, what joins them, and against which other trees it won. */
function Derivation({ description, things }: { readonly description: Description; readonly things: readonly Thing[] }) {
  const { sentences, leftOut, renamed } = description;
  const several = sentences.length > 1;
  return (
    <>
      {sentences.map((sentence, at) => (
        <div key={at}>
          {several && <p class="quote">{sentence.text}</p>}
          <ol class="steps">
            <li>
              <h3>Boxes become nouns, in this order</h3>
              <ul class="nouns">
                {sentence.nouns.map(({ noun, many, things: ids, modifiers }) => (
                  <li key={`${noun} ${ids}`}>
                    {ids.map((id) => (
                      <span key={id} class={`dot c${id % COLOURS}`} title={things[id]?.label} />
                    ))}{" "}
                    {[...modifiers, noun].join(" ")}
                    {many ? ` (${ids.length} of them)` : ""}
                  </li>
                ))}
              </ul>
            </li>
            {sentence.links.length > 0 && (
              <li>
                <h3>Words that join them, by what captions say</h3>
                <BarList
                  label="Words that join them"
                  most={1}
                  bars={sentence.links.map(({ verb, preposition, probability, hallucinated }) => ({
                    name: `${[verb, preposition].filter((word) => word !== "").join(" ") || "and"}${hallucinated ? "" : " (seen)"}`,
                    value: probability,
                    shown: percent(probability),
                  }))}
                />
              </li>
            )}
            <li>
              <h3>The best of {sentence.candidates.toLocaleString("en")} trees</h3>
              <p>
                <q>{sentence.text}</q> with score {sentence.score.toPrecision(3).replace("-", "−")}
              </p>
            </li>
            {at === sentences.length - 1 && (renamed.length > 0 || leftOut.length > 0) && (
              <li>
                <h3>Changed and left out</h3>
                {renamed.map(({ label, noun }) => (
                  <p key={label}>
                    {label} is called {noun}, the nearest noun that captions have.
                  </p>
                ))}
                {leftOut.map(({ label, reason }) => (
                  <p key={label}>
                    {label} is left out: {reason}.
                  </p>
                ))}
              </li>
            )}
          </ol>
        </div>
      ))}
      {sentences.length === 0 &&
        leftOut.map(({ label, reason }) => (
          <p key={label} class="soft">
            {label} is left out: {reason}.
          </p>
        ))}
    </>
  );
}
