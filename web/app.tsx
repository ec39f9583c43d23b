/** The frame: the name, the views, the theme. */
import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { backend } from "./backend/backend.ts";
import { useBackend } from "./hooks.ts";
import { openModelFile } from "./parts/model-picker.tsx";
import { address, addressBack, go, useRoute } from "./route.ts";
import { CompareView } from "./views/compare.tsx";
import { DescribeView } from "./views/describe.tsx";
import { InspectView } from "./views/inspect.tsx";
import { ParseView } from "./views/parse.tsx";
import { TrainView } from "./views/train.tsx";
import { VisualView } from "./views/visual.tsx";
import { WordsView } from "./views/words.tsx";

interface View {
  readonly name: string;
  readonly title: string;
  readonly says: string;
  readonly view: FunctionComponent;
}

const VIEWS: readonly View[] = [
  { name: "parse", title: "Parse", says: "Trees as you type, with the probability of every span.", view: ParseView },
  { name: "words", title: "Words", says: "Neighbours, analogies, a map, and a tree of word classes.", view: WordsView },
  {
    name: "compare",
    title: "Compare",
    says: "How alike two sentences are, and which words say so.",
    view: CompareView,
  },
  {
    name: "describe",
    title: "Describe",
    says: "A sentence for the things in a picture, step by step.",
    view: DescribeView,
  },
  { name: "visual", title: "Visual", says: "Which phrases of a caption can be seen in the image.", view: VisualView },
  {
    name: "train",
    title: "Train",
    says: "Learn a parser here, in the page, from a treebank of yours or a synthetic one.",
    view: TrainView,
  },
  { name: "inspect", title: "Inspect", says: "What a model holds, and how far it can be trusted.", view: InspectView },
];

const THEMES = ["auto", "light", "dark"] as const;

function ThemeButton() {
  const [theme, setTheme] = useState<string>(() => localStorage.getItem("theme") ?? "auto");
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem("theme", theme);
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme as "auto") + 1) % THEMES.length]!;
  return (
    <button
      type="button"
      class="small"
      onClick={() => setTheme(next)}
      aria-label={`Colours: ${theme}; change to ${next}`}
    >
      {theme === "auto" ? "◐" : theme === "light" ? "☀" : "☾"}
    </button>
  );
}

/** Which models are on their way to a page without a server. */
function Fetching() {
  const coming = [...useBackend().fetching];
  return (
    <div role="status">
      {coming.length > 0 && (
        <p class="card note">
          Fetching {coming.map(([name, bytes]) => `${name} (${(bytes / 1e6).toFixed(1)} MB)`).join(", ")} …
        </p>
      )}
    </div>
  );
}

/** A model file that is dropped anywhere is opened and inspected; no file makes the browser leave the page. */
function takeDrops(setFailed: (reason: string) => void): () => void {
  const over = (event: DragEvent) => event.preventDefault();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file?.name.endsWith(".model"))
      openModelFile(file).then(
        ({ name }) => go("inspect", { model: name }),
        (error: Error) => setFailed(error.message),
      );
  };
  addEventListener("dragover", over);
  addEventListener("drop", drop);
  return () => {
    removeEventListener("dragover", over);
    removeEventListener("drop", drop);
  };
}

export function App() {
  const { view: name } = useRoute();
  const chosen = VIEWS.find((view) => view.name === name) ?? VIEWS[0]!;
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    backend.start().catch((error: Error) => setFailed(`The server does not answer: ${error.message}`));
    return takeDrops(setFailed);
  }, []);
  // What went wrong with a file has nothing to do with the next view.
  useEffect(() => setFailed(undefined), [name]);
  useEffect(() => {
    document.title = `${chosen.title} · Eigentree`;
  }, [chosen]);
  const View = chosen.view;
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the view
      </button>
      <header class="top">
        <a class="brand" href={address("parse")}>
          <img src="./icon.svg" alt="" width="28" height="28" /> Eigentree
        </a>
        <nav aria-label="Views">
          <ul>
            {VIEWS.map(({ name: each, title }) => (
              <li key={each}>
                <a href={addressBack(each)} aria-current={each === chosen.name ? "page" : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeButton />
      </header>
      <main id="main" tabIndex={-1}>
        <div class="head">
          <h1>{chosen.title}</h1>
          <p class="soft">{chosen.says}</p>
        </div>
        {failed !== undefined && (
          <p class="card error" role="alert">
            {failed}
          </p>
        )}
        <Fetching />
        <View key={chosen.name} />
      </main>
      <footer class="soft">
        Everything runs on this machine. <a href="https://github.com/eigentree/eigentree">Eigentree</a>
      </footer>
    </>
  );
}
