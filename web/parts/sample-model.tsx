/** Where a view has no model: learns a small one from synthetic English at once, and says so. */
import { useEffect, useState } from "preact/hooks";
import { useBackend } from "../hooks.ts";

/** Learning is started once, however often the view is drawn. */
const started = new Map<string, Promise<unknown>>();

export function SampleModel({ kind }: { readonly kind: "parser" | "vectors" }) {
  const backend = useBackend();
  const [error, setError] = useState<string>();
  useEffect(() => {
    let learning = started.get(kind);
    if (learning === undefined) {
      learning = backend.call("learnSample", { kind }).then((model) => backend.add(model));
      started.set(kind, learning);
    }
    learning.catch((reason: Error) => setError(reason.message));
  }, [kind]);
  return (
    <p class="card note" role="status">
      {error === undefined
        ? `Learning a small ${kind === "parser" ? "parser" : "table of word vectors"} from synthetic English, here in the page …`
        : error}
    </p>
  );
}
