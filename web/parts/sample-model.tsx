/**
 * Where a view has no model: learns a small one from synthetic English at once, and says so. What is learnt from real
 * data is better, so it says how to get that as well.
 */
import { useEffect, useState } from "preact/hooks";
import type { ModelInfo, SampleKind } from "../backend/messages.ts";
import { useBackend } from "../hooks.ts";
import { Waiting } from "./waiting.tsx";

/** Learning is started once, however often the view is drawn. */
const started = new Map<string, Promise<unknown>>();

const SAYS: Readonly<Record<SampleKind, { readonly what: string; readonly from: string; readonly train: string }>> = {
  parser: {
    what: "A small parser",
    from: "from 1,000 sentences of synthetic English",
    train: "eigentree train parser train.mrg -o my.model",
  },
  vectors: {
    what: "A small table of word vectors",
    from: "from 4,000 sentences of synthetic English",
    train: "eigentree train vectors text.txt -o my.model",
  },
  similarity: {
    what: "A small model",
    from: "from 400 made-up pairs of captions",
    train: "eigentree train similarity pairs.tsv --vectors en --parser en -o my.model",
  },
  captions: {
    what: "A small describer",
    from: "from 1,500 made-up captions",
    train: "eigentree train captions captions.txt --parser en -o my.model",
  },
  visual: {
    what: "A small classifier",
    from: "from 400 made-up captions",
    train: "eigentree train visual labelled.jsonl --parser en -o my.model",
  },
};

/** Learns where there is no model, and tells where the model in use was learnt so. */
export function SampleModel({ kind, model }: { readonly kind: SampleKind; readonly model: ModelInfo | undefined }) {
  const backend = useBackend();
  const [error, setError] = useState<string>();
  const missing = model === undefined && backend.known;
  useEffect(() => {
    if (!missing) return;
    let learning = started.get(kind);
    if (learning === undefined) {
      learning = backend.call("learnSample", { kind, vectors: backend.vectors }).then((learnt) => backend.add(learnt));
      started.set(kind, learning);
      learning.catch(() => started.delete(kind)); // the next visit tries again
    }
    learning.catch((reason: Error) => setError(reason.message));
  }, [kind, missing]);
  const { what, from, train } = SAYS[kind];
  if (error !== undefined && missing)
    return (
      <p class="card error" role="alert">
        {error}
      </p>
    );
  if (missing)
    return (
      <div class="card empty">
        <p class="soft" role="status">
          {what} is being learnt {from}, here in the page …
        </p>
        <Waiting busy={true} says="Learning …" />
      </div>
    );
  if (model?.sample !== true) return null;
  return (
    <details class="card note sample">
      <summary>
        {what} learnt {from}, here in the page: it knows simple sentences. <span class="link">Use real data</span>
      </summary>
      <ol class="plain">
        <li>
          Learn from data of yours: <code>{train}</code>
        </li>
        <li>
          Start the server with it: <code>eigentree serve my.model</code>, or open the file above; it stays in the page.
        </li>
      </ol>
    </details>
  );
}
