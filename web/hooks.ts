/** What the views share: open models, answers that arrive later. */
import { useEffect, useState } from "preact/hooks";
import { type Backend, backend } from "./backend/backend.ts";
import type { ModelInfo } from "./backend/messages.ts";

/** Draws again whenever a model comes. */
export function useBackend(): Backend {
  const [, setCount] = useState(0);
  useEffect(() => backend.subscribe(() => setCount((count) => count + 1)), []);
  return backend;
}

/** The model that the address names, or the first that answers the verb. */
export function useModel(verb: string, name: string | undefined): ModelInfo | undefined {
  const able = useBackend().able(verb);
  return able.find((model) => model.name === name) ?? able[0];
}

export interface Later<T> {
  readonly value: T | undefined;
  readonly error: string | undefined;
  readonly busy: boolean;
}

/**
 * What a question gives, asked again when a dependency changes, after a pause in typing; the last answer stays until
 * the next is there. `undefined` asks nothing.
 */
export function useLater<T>(
  question: ((signal: AbortSignal) => Promise<T>) | undefined,
  dependencies: readonly unknown[],
  pause = 0,
): Later<T> {
  const [state, setState] = useState<Later<T>>({ value: undefined, error: undefined, busy: false });
  useEffect(() => {
    if (question === undefined) {
      setState({ value: undefined, error: undefined, busy: false });
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    setState((old) => ({ ...old, busy: true }));
    const timer = setTimeout(() => {
      question(signal).then(
        (value) => signal.aborted || setState({ value, error: undefined, busy: false }),
        (error: Error) => signal.aborted || setState({ value: undefined, error: error.message, busy: false }),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, dependencies as unknown[]);
  return state;
}
