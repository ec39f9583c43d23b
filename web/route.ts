/**
 * The address keeps the state: `#/parse?text=…&model=…`. Whoever gets the link sees the same thing. Views read the
 * state from memory; the address follows a moment later, since browsers refuse to write it for every key or pixel.
 */
import { useEffect, useState } from "preact/hooks";

export type Params = Readonly<Record<string, string | undefined>>;

export interface Route {
  readonly view: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Milliseconds after which the address follows. */
const DELAY = 200;

function read(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  return { view: path || "parse", params: Object.fromEntries(new URLSearchParams(query)) };
}

let current = read();
/** What each view showed last, for the way back to it. */
const last = new Map<string, Route["params"]>();
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const tell = () => {
  last.set(current.view, current.params);
  for (const listener of listeners) listener();
};
const follow = () => {
  clearTimeout(timer);
  timer = undefined;
  current = read();
  tell();
};
addEventListener("hashchange", follow);
addEventListener("popstate", follow);

/** The address of a view; parameters that are undefined are left out. */
export function address(view: string, params: Params = {}): string {
  const query = new URLSearchParams(
    Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  return `#/${view}${query === "" ? "" : `?${query}`}`;
}

function write(): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = undefined;
  history.replaceState(null, "", address(current.view, current.params));
}
addEventListener("pagehide", write);

/** The address of a view as it was left. */
export const addressBack = (view: string): string => address(view, last.get(view));

/** The link to what is shown now. */
export function link(): string {
  write();
  return location.href;
}

export function go(view: string, params: Params = {}): void {
  write();
  history.pushState(null, "", address(view, params));
  follow();
}

/** Changes some parameters of the view in place: typing makes no history. */
export function change(params: Params): void {
  const kept = Object.entries({ ...current.params, ...params }).filter((entry) => entry[1] !== undefined);
  current = { ...current, params: Object.fromEntries(kept) as Route["params"] };
  clearTimeout(timer);
  timer = setTimeout(write, DELAY);
  tell();
}

export function useRoute(): Route {
  const [route, setRoute] = useState(current);
  useEffect(() => {
    const listener = () => setRoute(current);
    listeners.add(listener);
    listener();
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return route;
}
