/** Parse: text in, trees out as you type; alternatives, chart, dependencies, tags and hidden states beside them. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { conllu, conlluFromDependencies } from "../../src/formats/treebanks/conllu.ts";
import { readPenn } from "../../src/formats/treebanks/penn.ts";
import { drawSvg } from "../../src/trees/drawings/draw-svg.ts";
import type { Tree } from "../../src/trees/tree.ts";
import type { ModelInfo } from "../backend/messages.ts";
import { latexForest } from "../export/latex.ts";
import { copyPicture, copyText, download, svgToPng } from "../export/save.ts";
import { useBackend, useLater, useModel } from "../hooks.ts";
import { Arcs, type Dependencies } from "../parts/arcs.tsx";
import { CopyMenu, type Form } from "../parts/copy-menu.tsx";
import { Examples } from "../parts/examples.tsx";
import { absentCells, type Cell, HeatMap, type Span } from "../parts/heat-map.tsx";
import { ModelPicker } from "../parts/model-picker.tsx";
import { NodePanel } from "../parts/node-panel.tsx";
import { SampleModel } from "../parts/sample-model.tsx";
import { Tags } from "../parts/tags.tsx";
import { placeTree, TreeDrawing, type TreeNode } from "../parts/tree.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { change, link, useRoute } from "../route.ts";

export interface ParsedSentence {
  readonly words: readonly string[];
  readonly brackets: string;
  readonly score: number;
  readonly fallback: string;
  readonly logProbability?: number;
  readonly spans: readonly Span[];
  readonly trees?: readonly { readonly brackets: string; readonly score: number }[];
  readonly marginals?: readonly Span[];
}

const EXAMPLES: readonly (readonly [string, string])[] = [
  ["telescope", "The doctor saw the man with the telescope."],
  ["book", "She gave the child a book about the war."],
  ["question", "Did the woman who lives in Vienna promise to write a poem?"],
  ["flies", "Time flies like an arrow. Fruit flies like a banana."],
];

/** Milliseconds after a key before the text is parsed: as you type, but not for every letter. */
const PAUSE = 180;
/** Spans of less than this are left out of the chart. */
const LEAST = 0.001;
const BEST = [1, 2, 3, 4, 6];
/** Trees wider than this, in pixels, can be made to fit. */
const WIDE = 800;
/** Sentences of more words have their chart and their tags one above the other. */
const LONG = 18;

/** The probability of every node of a tree, parents first, left before right. */
function probabilitiesOf(tree: Tree, spans: readonly Span[]): (number | undefined)[] {
  const known = new Map(
    spans.map((span) => [`${span.start} ${span.end} ${span.tag === true} ${span.label}`, span.probability]),
  );
  const bare = placeTree(tree, []);
  return bare.nodes.map(({ node, start, end }) => known.get(`${start} ${end} ${"word" in node} ${node.label}`));
}

export function ParseView() {
  const { params } = useRoute();
  const backend = useBackend();
  const model = useModel("parse", params.model);
  const text = params.text ?? EXAMPLES[0]![1];
  const kBest = BEST.includes(Number(params.k)) ? Number(params.k) : 1;
  const question =
    model === undefined || text.trim() === ""
      ? undefined
      : (signal: AbortSignal) =>
          backend.ask<{ sentences: ParsedSentence[] }>("parse", model, { text, kBest, marginals: LEAST }, signal);
  const { value, error, busy } = useLater(question, [model?.name, text, kBest], PAUSE);
  const sentences = value?.sentences ?? [];
  const at = Math.min(Number(params.sentence ?? 1) || 1, Math.max(1, sentences.length));
  const sentence = sentences[at - 1];
  return (
    <>
      <section class="card ask">
        <label class="wide">
          <span class="soft">Text</span>
          <textarea
            rows={2}
            value={text}
            spellcheck={false}
            onInput={({ currentTarget }) => change({ text: currentTarget.value, sentence: undefined, node: undefined })}
          />
        </label>
        <div class="row">
          <ModelPicker verb="parse" chosen={model} />
          <label>
            <span class="soft">Trees</span>
            <select value={kBest} onChange={({ currentTarget }) => change({ k: currentTarget.value })}>
              {BEST.map((count) => (
                <option key={count} value={count}>
                  {count === 1 ? "the best" : `${count} best`}
                </option>
              ))}
            </select>
          </label>
          <Examples
            examples={EXAMPLES.map(([name, example]) => ({
              name,
              says: example,
              params: { text: example, sentence: undefined, node: undefined },
            }))}
          />
        </div>
        {sentences.length > 1 && (
          <div class="tabs" role="group" aria-label="Sentences" tabIndex={sentences.length > 20 ? 0 : undefined}>
            {sentences.map(({ words }, index) => (
              <button
                key={index}
                type="button"
                class="small"
                aria-pressed={index === at - 1}
                title={words.join(" ")}
                onClick={() => change({ sentence: String(index + 1), node: undefined })}
              >
                {index + 1}. {words.slice(0, 3).join(" ")}
                {words.length > 3 ? " …" : ""}
              </button>
            ))}
          </div>
        )}
      </section>
      <SampleModel kind="parser" model={model} />
      <Waiting busy={busy} says="Parsing …" />
      {text.trim() === "" && (
        <p class="card empty soft">Type or paste a text above: each of its sentences gets its tree.</p>
      )}
      {error !== undefined && (
        <p class="card error" role="alert">
          {error}
        </p>
      )}
      <div aria-busy={busy} class={busy ? "stale" : ""}>
        {sentence !== undefined && model !== undefined && (
          <SentenceView key={`${at}`} sentence={sentence} model={model} kBest={kBest} params={params} />
        )}
      </div>
    </>
  );
}

/** The smallest constituent with the strongest alternative: a doubtful label, or a span inside that the tree lacks. */
function leastSure(nodes: readonly TreeNode[], others: readonly Cell[]): TreeNode | undefined {
  const doubt = ({ start, end, probability = 1 }: TreeNode) =>
    Math.max(
      1 - probability,
      ...others.filter((cell) => cell.start >= start && cell.end <= end).map((cell) => cell.probability),
    );
  const inner = nodes.filter(({ node }) => !("word" in node)).map((node) => ({ node, doubt: doubt(node) }));
  inner.sort((x, y) => y.doubt - x.doubt || x.node.end - x.node.start - (y.node.end - y.node.start));
  return inner[0]?.node ?? nodes[0];
}

const FALLBACKS: Readonly<Record<string, string>> = {
  relaxed: "found with looser pruning",
  coarse: "found without hidden states",
  pieces: "no tree of the grammar covers the sentence: its largest constituents were joined",
  flat: "no tree of the grammar covers the sentence: its words were joined",
};

function SentenceView({
  sentence,
  model,
  kBest,
  params,
}: {
  readonly sentence: ParsedSentence;
  readonly model: ModelInfo;
  readonly kBest: number;
  readonly params: Readonly<Record<string, string>>;
}) {
  const backend = useBackend();
  const { words, brackets, spans, marginals = [], fallback, logProbability } = sentence;
  const tree = useMemo(() => readPenn(brackets)[0]!, [brackets]);
  const probabilities = useMemo(() => probabilitiesOf(tree, marginals), [tree, marginals]);
  const { nodes, width } = useMemo(() => placeTree(tree, probabilities), [tree, probabilities]);
  const chosen = nodes[Number(params.node ?? Number.NaN)];
  const [pointed, setPointed] = useState<number | undefined>();
  useEffect(() => setPointed(undefined), [brackets]);
  // Before anything is chosen: where the parser is least sure.
  const doubtful = useMemo(() => leastSure(nodes, absentCells(marginals, spans)), [nodes, marginals, spans]);
  const looked = (pointed === undefined ? undefined : nodes[pointed]) ?? chosen ?? doubtful;
  const fit = params.fit === "1";
  const heads = useModel("dependencies", backend.models.find(({ kind }) => kind === "dependency")?.name ?? model.name);
  const { value: attached } = useLater(
    heads === undefined
      ? undefined
      : (signal) => backend.ask<{ sentences: Dependencies[] }>("dependencies", heads, { sentences: [words] }, signal),
    [heads?.name, words.join(" ")],
  );
  const tagger = useBackend().able("tag")[0];
  const { value: tagged } = useLater(
    tagger === undefined
      ? undefined
      : (signal) =>
          backend.ask<{ sentences: { tags: string[]; confidence?: number[] }[] }>(
            "tag",
            tagger,
            { sentences: [words] },
            signal,
          ),
    [tagger?.name, words.join(" ")],
  );
  const dependencies = attached?.sentences[0];
  const svg = () => drawSvg(tree, { probabilities });
  const forms: Form[] = [
    { name: "brackets", act: "copy", run: () => copyText(brackets) },
    { name: "CoNLL-U", act: "copy", run: () => copyText(conlluOf(dependencies)) },
    { name: "LaTeX", act: "copy", run: () => copyText(latexForest(tree)) },
    { name: "JSON", act: "copy", run: () => copyText(JSON.stringify(sentence, null, 2)) },
    { name: "SVG", act: "copy", run: () => copyText(svg()) },
    { name: "PNG", act: "copy", run: () => copyPicture(svgToPng(svg())) },
    { name: "link", act: "copy", run: () => copyText(link()) },
    { name: "SVG", act: "save", run: () => download("tree.svg", svg(), "image/svg+xml") },
    { name: "PNG", act: "save", run: async () => download("tree.png", await svgToPng(svg()), "image/png") },
  ];
  const trees = sentence.trees ?? [];
  return (
    <>
      <div class="with-side even">
        <section class="card" aria-label="Tree">
          <header>
            <h2>Tree</h2>
            <span class="legend soft">
              doubtful <span class="ramp" aria-hidden="true" /> sure
            </span>
            {width > Math.min(WIDE, innerWidth - 70) && (
              <button
                type="button"
                class="small end"
                aria-pressed={fit}
                onClick={() => change({ fit: fit ? undefined : "1" })}
              >
                Fit to width
              </button>
            )}
          </header>
          <TreeDrawing
            tree={tree}
            probabilities={probabilities}
            title={`Tree of: ${words.join(" ")}`}
            chosen={chosen?.at}
            looked={looked?.at}
            onChoose={(at) => change({ node: String(at) })}
            onPoint={setPointed}
            fit={fit}
          />
          <p class="soft note">
            {logProbability === undefined ? "" : `Log probability of the sentence ${shownNumber(logProbability)}. `}
            {fallback === "none" ? "" : `This tree was ${FALLBACKS[fallback] ?? fallback}. `}
          </p>
          <CopyMenu forms={forms} />
        </section>
        <NodePanel
          node={looked}
          suggested={looked === doubtful && looked !== chosen && pointed === undefined}
          words={words}
          best={spans}
          brackets={brackets}
          marginals={marginals}
          model={model}
        />
      </div>
      {kBest > 1 && (
        <section class="card" aria-label="Best trees">
          <header>
            <h2>{trees.length === 1 ? "The only tree" : `The ${trees.length} best trees`}</h2>
            <span class="soft">
              {trees.length === 1
                ? "the chart holds no other"
                : "dashed: constituents that the best tree does not have"}
            </span>
          </header>
          <div class="side-by-side" style={{ "--columns": trees.length % 3 === 0 ? 3 : 2 }}>
            {trees.map((each, index) => (
              <RankedTree
                key={each.brackets}
                rank={index + 1}
                ranked={each}
                best={sentence.score}
                bestNodes={nodes}
                marginals={marginals}
              />
            ))}
          </div>
        </section>
      )}
      <section class="card" aria-label="Dependencies">
        <header>
          <h2>Dependencies</h2>
          <span class="soft">
            {heads?.kind === "dependency" ? `by ${heads.name}` : "by the head rules of the treebank"}
          </span>
        </header>
        {dependencies === undefined ? <Waiting busy={true} /> : <Arcs {...dependencies} />}
      </section>
      <div class={words.length > LONG ? "" : "grid"}>
        <section class="card" aria-label="Chart">
          <header>
            <h2>Chart</h2>
            <span class="soft">every span the parser kept; framed: in the tree</span>
          </header>
          <HeatMap words={words} marginals={marginals} best={spans} chosen={looked} />
        </section>
        <section class="card" aria-label="Tags">
          <header>
            <h2>Tags</h2>
            <span class="soft">
              the parser's with their probabilities{tagger === undefined ? "" : `; below them those of ${tagger.name}`}
            </span>
          </header>
          <Tags words={words} marginals={marginals} tagged={tagged?.sentences[0]} tagger={tagger?.name} />
        </section>
      </div>
    </>
  );
}

const shownNumber = (value: number) => value.toFixed(2).replace("-", "−");

function RankedTree(props: {
  readonly rank: number;
  readonly ranked: { readonly brackets: string; readonly score: number };
  readonly best: number;
  readonly bestNodes: readonly TreeNode[];
  readonly marginals: readonly Span[];
}) {
  const { rank, ranked, best, bestNodes, marginals } = props;
  const tree = useMemo(() => readPenn(ranked.brackets)[0]!, [ranked.brackets]);
  const probabilities = useMemo(() => probabilitiesOf(tree, marginals), [tree, marginals]);
  const key = ({ node, start, end }: TreeNode) => `${node.label} ${start} ${end}`;
  const known = new Set(bestNodes.map(key));
  return (
    <figure>
      <TreeDrawing
        tree={tree}
        probabilities={probabilities}
        title={`Tree number ${rank}: ${ranked.brackets}`}
        marked={(node) => !known.has(key(node))}
        fit
      />
      <figcaption class="soft">
        <strong>{rank}</strong> score {ranked.score.toFixed(2)}
        {rank === 1 ? ", the best" : `, ${(best - ranked.score).toFixed(3)} below the best`}
      </figcaption>
    </figure>
  );
}

/** The tags of Universal Dependencies, which have a column of their own. */
const UNIVERSAL = /^(ADJ|ADP|ADV|AUX|CCONJ|DET|INTJ|NOUN|NUM|PART|PRON|PROPN|PUNCT|SCONJ|SYM|VERB|X)$/;

function conlluOf(dependencies: Dependencies | undefined): string {
  if (dependencies === undefined) throw new Error("no dependencies yet");
  const { words, tags, heads, relations } = dependencies;
  const column = tags.every((tag) => UNIVERSAL.test(tag)) ? "upos" : "xpos";
  return conllu.write(
    conlluFromDependencies({ words, tags, heads, labels: relations }, { tags: column, comments: [] }),
  );
}
