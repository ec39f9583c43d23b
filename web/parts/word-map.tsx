/**
 * Words on a plane: drag or arrow keys to move, wheel, pinch or + and − to zoom, a search that marks what it finds. The
 * word that is looked at and its neighbours stand out; a click on a point looks at that word.
 */
import type { TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ModelInfo } from "../backend/messages.ts";
import { useBackend, useLater } from "../hooks.ts";
import { change, useRoute } from "../route.ts";
import { textWidth } from "./text-width.ts";
import { Waiting } from "./waiting.tsx";

interface Point {
  readonly word: string;
  readonly x: number;
  readonly y: number;
}

interface Map {
  readonly points: readonly Point[];
  readonly shares: readonly number[];
}

/** The middle of what is seen, and how large. */
interface Look {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

interface Props {
  readonly model: ModelInfo;
  readonly word: string;
  readonly near: readonly string[];
}

/** Units of the drawing: about the pixels that there are, so that labels keep their size on a small screen. */
const [WIDTH, HEIGHT, MARGIN] = innerWidth < 700 ? [360, 400, 24] : [720, 540, 44];
const START: Look = { x: WIDTH / 2, y: HEIGHT / 2, zoom: 1 };
/** Words of the whole map, and of one around a word. */
const [COUNT, AROUND] = [700, 80];
const STEP = 40;
const [LEAST, MOST] = [0.6, 40];
/** Size of the labels, and the room that each needs above and below. */
const [LABEL, TALL] = [12, 15];
/** A press that moves less than this, in pixels, is a click. */
const STILL = 4;

const within = (zoom: number) => Math.min(MOST, Math.max(LEAST, zoom));

/** A look from the address: `x,y,zoom`, places as shares of the drawing. */
function readLook(text: string | undefined): Look {
  const [x, y, zoom] = (text ?? "").split(",").map(Number);
  if (text === undefined || ![x, y, zoom].every(Number.isFinite)) return START;
  return { x: x! * WIDTH, y: y! * HEIGHT, zoom: within(zoom!) };
}

const written = ({ x, y, zoom }: Look) => `${(x / WIDTH).toFixed(4)},${(y / HEIGHT).toFixed(4)},${zoom.toFixed(2)}`;

/** Zooms so that the point under the pointer stays where it is. */
function zoomAt(look: Look, factor: number, px = WIDTH / 2, py = HEIGHT / 2): Look {
  const zoom = within(look.zoom * factor);
  const shift = 1 / look.zoom - 1 / zoom;
  return { x: look.x + (px - WIDTH / 2) * shift, y: look.y + (py - HEIGHT / 2) * shift, zoom };
}

export function WordMap({ model, word, near }: Props) {
  const backend = useBackend();
  const { params } = useRoute();
  const look = readLook(params.at);
  const search = params.find ?? "";
  const drawing = useRef<SVGSVGElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const travelled = useRef(0);
  const [hovered, setHovered] = useState<string>();
  const around = params.map === "around" && word !== "";
  const { value, busy } = useLater(
    async (signal) => {
      const asked = [word, ...near].filter((each) => each !== "");
      if (!around) return backend.ask<Map>("map", model, { count: COUNT, words: asked }, signal);
      const found = await backend.ask<{ words: { neighbours: { word: string }[] }[] }>(
        "neighbours",
        model,
        { words: [word], count: AROUND },
        signal,
      );
      const words = [word, ...found.words[0]!.neighbours.map((each) => each.word)];
      return backend.ask<Map>("map", model, { count: 0, words, own: true }, signal);
    },
    [model.name, around, word, near.join(" ")],
    200,
  );
  const points = useMemo(() => (value?.points ?? []).filter((point) => /[\p{L}\p{N}]/u.test(point.word)), [value]);
  const place = useMemo(() => placing(points), [points]);
  const nearby = new Set(near);
  const wanted = search.toLowerCase();
  const isFound = (each: string) => wanted !== "" && each.toLowerCase().startsWith(wanted);
  const classOf = (each: string) => (each === word ? "own" : isFound(each) ? "found" : nearby.has(each) ? "near" : "");
  const onScreen = points
    .map((point) => {
      const { x, y } = place(point);
      return { ...point, x: (x - look.x) * look.zoom + WIDTH / 2, y: (y - look.y) * look.zoom + HEIGHT / 2 };
    })
    .filter(({ x, y }) => x > -20 && x < WIDTH + 20 && y > -20 && y < HEIGHT + 20);
  const labelled = labels(onScreen, (each) => each === word || each === hovered || isFound(each) || nearby.has(each));
  const setLook = (next: Look) => change({ at: written(next) === written(START) ? undefined : written(next) });
  const move = (dx: number, dy: number) => setLook({ ...look, x: look.x + dx / look.zoom, y: look.y + dy / look.zoom });
  const keys: Record<string, () => void> = {
    ArrowLeft: () => move(-STEP, 0),
    ArrowRight: () => move(STEP, 0),
    ArrowUp: () => move(0, -STEP),
    ArrowDown: () => move(0, STEP),
    "+": () => setLook(zoomAt(look, 1.3)),
    "-": () => setLook(zoomAt(look, 1 / 1.3)),
    "0": () => setLook(START),
  };
  const press = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  /** Where an event is, in units of the drawing. */
  const at = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top, width } = drawing.current!.getBoundingClientRect();
    return { x: ((clientX - left) * WIDTH) / width, y: ((clientY - top) * WIDTH) / width };
  };
  const drag = (event: TargetedPointerEvent<HTMLDivElement>) => {
    const held = pointers.current;
    const old = held.get(event.pointerId);
    if (old === undefined) return;
    const now = at(event);
    const [other] = [...held].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    held.set(event.pointerId, now);
    travelled.current += Math.hypot(now.x - old.x, now.y - old.y);
    if (other === undefined) return move(old.x - now.x, old.y - now.y);
    const [before, after] = [old, now].map(({ x, y }) => Math.hypot(x - other.x, y - other.y));
    setLook(zoomAt(look, after! / Math.max(1, before!), (now.x + other.x) / 2, (now.y + other.y) / 2));
  };
  const release = (event: TargetedPointerEvent<HTMLDivElement>) => {
    if (!pointers.current.delete(event.pointerId) || travelled.current > STILL) return;
    const { x, y } = at(event);
    const [nearest] = onScreen
      .map((point) => ({ word: point.word, far: Math.hypot(point.x - x, point.y - y) }))
      .sort((p, q) => p.far - q.far);
    if (nearest !== undefined && nearest.far < 14) change({ word: nearest.word });
  };
  // The wheel must not scroll the page as well, which only a listener that is not passive can prevent.
  const wheel = useRef<(event: WheelEvent) => void>(() => {});
  wheel.current = (event) => {
    event.preventDefault();
    const { x, y } = at(event);
    setLook(zoomAt(look, Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 300), x, y));
  };
  useEffect(() => {
    const { current } = drawing;
    const listener = (event: WheelEvent) => wheel.current(event);
    current?.addEventListener("wheel", listener, { passive: false });
    return () => current?.removeEventListener("wheel", listener);
  }, []);
  const found = points.filter((point) => isFound(point.word));
  const showFound = () => {
    const [first] = found;
    if (first !== undefined)
      change({ word: first.word, at: written({ ...place(first), zoom: Math.max(2, look.zoom) }) });
  };
  return (
    <>
      <header>
        <h2>Map</h2>
        <label class="inline">
          <span class="soft">Find</span>
          <input
            type="search"
            class="short"
            value={search}
            onInput={({ currentTarget }) => change({ find: currentTarget.value || undefined })}
            onKeyDown={({ key }) => key === "Enter" && showFound()}
          />
        </label>
        <output class="soft" aria-live="polite">
          {search === "" ? "" : found.length === 0 ? "none of these words" : `${found.length} found; Enter goes there`}
        </output>
        <div class="tools" role="group" aria-label="Map">
          <button
            type="button"
            class="small"
            aria-pressed={around}
            disabled={word === ""}
            onClick={() => change({ map: around ? undefined : "around", at: undefined })}
          >
            around the word
          </button>
          <button type="button" class="small" aria-label="Zoom in" onClick={() => setLook(zoomAt(look, 1.4))}>
            +
          </button>
          <button type="button" class="small" aria-label="Zoom out" onClick={() => setLook(zoomAt(look, 1 / 1.4))}>
            −
          </button>
          <button type="button" class="small" onClick={() => setLook(START)}>
            whole
          </button>
        </div>
      </header>
      <div
        class="map"
        tabIndex={0}
        role="application"
        aria-label="Map of words: arrow keys move, plus and minus zoom, 0 shows the whole"
        onKeyDown={press}
        onPointerDown={(event) => {
          if (pointers.current.size === 0) travelled.current = 0;
          pointers.current.set(event.pointerId, at(event));
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={(event) => pointers.current.delete(event.pointerId)}
      >
        <svg
          ref={drawing}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`${points.length} words by the first two principal components of their vectors`}
        >
          {onScreen.map(({ word: each, x, y }) => {
            const kind = classOf(each);
            return (
              <circle
                key={each}
                class={kind}
                cx={x}
                cy={y}
                r={kind === "own" ? 5.5 : kind === "" ? 2.8 : 4.2}
                onPointerEnter={() => setHovered(each)}
                onPointerLeave={() => setHovered(undefined)}
              />
            );
          })}
          {labelled.map(({ word: each, x, y }) => (
            <text
              key={each}
              class={each === hovered ? "own" : classOf(each)}
              x={Math.min(x + 6, WIDTH - textWidth(each, LABEL) - 4)}
              y={y - 4}
            >
              {each}
            </text>
          ))}
        </svg>
      </div>
      <Waiting busy={busy} says="Placing words …" />
      {value !== undefined && (
        <p class="soft note">
          The plane shows {(100 * (value.shares[0]! + value.shares[1]!)).toFixed(0)} % of what the vectors of{" "}
          {around ? "these words" : "frequent words"} vary in. Words near each other here may be far apart in the other
          dimensions.
        </p>
      )}
    </>
  );
}

/** Fits all points into the drawing. */
function placing(points: readonly Point[]) {
  const range = (values: number[]) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return { low, size: Math.max(1e-9, high - low) };
  };
  const [xs, ys] = [range(points.map(({ x }) => x)), range(points.map(({ y }) => y))];
  return ({ x, y }: Point) => ({
    x: MARGIN + ((x - xs.low) / xs.size) * (WIDTH - 2.5 * MARGIN),
    y: HEIGHT - MARGIN - ((y - ys.low) / ys.size) * (HEIGHT - 2 * MARGIN),
  });
}

/** Points whose labels fit beside those before them; chosen ones first. */
function labels(points: readonly Point[], first: (word: string) => boolean): Point[] {
  const shown: (Point & { readonly wide: number })[] = [];
  for (const point of [...points].sort((p, q) => Number(first(q.word)) - Number(first(p.word)))) {
    const wide = textWidth(point.word, LABEL) + 8;
    const free = shown.every(
      ({ x, y, wide: other }) => x + other < point.x || point.x + wide < x || Math.abs(y - point.y) > TALL,
    );
    if (free) shown.push({ ...point, wide });
  }
  return shown;
}
