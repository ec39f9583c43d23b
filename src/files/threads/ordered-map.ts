/**
 * An asynchronous map that keeps the order and works ahead within bounds. Inputs are taken while results are waited
 * for, so that a result is handed on as soon as it and those before it are there, even when the next input is slow to
 * come (someone typing).
 */

export async function* mapInOrder<T, R>(
  inputs: Iterable<T> | AsyncIterable<T>,
  ahead: number,
  run: (input: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const source = Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]();
  /** Results under way, oldest first; one that rejects ends the map. */
  const results: Promise<R>[] = [];
  let ended = false;
  let consumerWakes = () => {};
  let sourceWakes = () => {};

  const push = (result: Promise<R>) => {
    result.catch(() => {}); // heard when its turn comes
    results.push(result);
    consumerWakes();
  };
  const takeInputs = async () => {
    try {
      while (!ended) {
        while (results.length >= ahead && !ended) await new Promise<void>((resolve) => (sourceWakes = resolve));
        if (ended) return;
        const next = await source.next();
        if (next.done || ended) break;
        push(run(next.value));
      }
    } catch (error) {
      push(Promise.reject(error));
    }
    ended = true;
    consumerWakes();
  };

  const taking = takeInputs();
  try {
    for (;;) {
      while (results.length === 0 && !ended) await new Promise<void>((resolve) => (consumerWakes = resolve));
      const oldest = results[0];
      if (oldest === undefined) return;
      const result = await oldest;
      results.shift();
      sourceWakes();
      yield result;
    }
  } finally {
    const stoppedEarly = !ended;
    ended = true;
    sourceWakes();
    if (stoppedEarly) {
      // Not awaited: a source that waits for input would hold the consumer that has already left.
      void Promise.resolve(source.return?.()).catch(() => {});
    } else await taking;
  }
}
