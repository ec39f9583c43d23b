/**
 * The tree of word classes: bit paths of Brown clusters drawn as branches, their most frequent words at the ends. A
 * large tree is shown down to some branches at a time; each opens what lies under it.
 */
import { cluster, hierarchy } from "d3-hierarchy";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { ClusterLine } from "../backend/messages.ts";
import { useBackend } from "../hooks.ts";
import { address, change, useRoute } from "../route.ts";
import { DropZone } from "./drop-zone.tsx";
import { Waiting } from "./waiting.tsx";

interface Node {
  readonly path: string;
  readonly words: readonly ClusterLine[];
  readonly children: readonly Node[];
  /** Classes at and under it. */
  readonly classes: number;
}

const [ROW, LEFT, TEXT, SHOWN] = [23, innerWidth < 700 ? 90 : 300, 620, 8];
/** Branches that one drawing ends in. */
const MOST = 28;

/** The tree over the paths; a branch with one child is left out. */
function pathTree(lines: readonly ClusterLine[]): Node {
  const classes = new Map<string, ClusterLine[]>();
  for (const line of lines) {
    const known = classes.get(line.path);
    if (known === undefined) classes.set(line.path, [line]);
    else known.push(line);
  }
  const frequent = (words: ClusterLine[]) => words.sort((x, y) => (y.count ?? 0) - (x.count ?? 0));
  const build = (path: string, below: readonly string[]): Node => {
    const own = classes.get(path) ?? [];
    const [zero, one] = ["0", "1"].map((bit) => below.filter((each) => each.startsWith(path + bit)));
    const children = [zero!, one!].flatMap((list, bit) => (list.length === 0 ? [] : [build(path + bit, list)]));
    if (children.length === 1 && own.length === 0) return children[0]!;
    const words = frequent([...own, ...children.flatMap((child) => child.words)]);
    const count = children.reduce((sum, child) => sum + child.classes, own.length > 0 ? 1 : 0);
    return { path, words, children, classes: count };
  };
  return build("", [...classes.keys()]);
}

/** The node at a path, or the one above where a branch was left out. */
function nodeAt(root: Node, path: string): Node {
  const next = root.children.find((child) => path.startsWith(child.path));
  return root.path.length >= path.length || next === undefined ? root : nodeAt(next, path);
}

/** The top of a tree: the largest branches are opened until there are enough. */
function topOf(root: Node, most: number): Node {
  const open = new Set<Node>();
  const ends = [root];
  for (;;) {
    const [largest] = ends.filter(({ children }) => children.length > 0).sort((x, y) => y.classes - x.classes);
    if (largest === undefined || ends.length - 1 + largest.children.length > most) break;
    open.add(largest);
    ends.splice(ends.indexOf(largest), 1, ...largest.children);
  }
  const cut = (node: Node): Node => ({ ...node, children: open.has(node) ? node.children.map(cut) : [] });
  return cut(root);
}

type Source = "en" | "synthetic";

export function ClusterTree({ word }: { readonly word: string }) {
  const backend = useBackend();
  const { params } = useRoute();
  const [lines, setLines] = useState<readonly ClusterLine[]>();
  const [state, setState] = useState<{ readonly busy?: boolean; readonly error?: string; readonly from?: string }>({});
  const load = async (from: string, input: () => Promise<{ text?: string; name?: string }>) => {
    setState({ busy: true });
    try {
      setLines(await backend.call("clusters", await input()));
      setState({ from });
    } catch (error) {
      setState({ error: (error as Error).message });
    }
  };
  const shipped = backend.classes;
  const [ownFile, setOwnFile] = useState(false);
  const source =
    (params.classes as Source | undefined) ?? (shipped === undefined || ownFile ? undefined : ("en" as const));
  useEffect(() => {
    if (source === "synthetic") load("from synthetic English", async () => ({}));
    if (source === "en" && shipped !== undefined)
      load("of novels in the public domain", async () => ({ text: await fetchText(shipped), name: shipped }));
  }, [source, shipped]);
  const tree = useMemo(() => (lines === undefined ? undefined : pathTree(lines)), [lines]);
  const own = lines?.find((line) => line.word === word.toLowerCase())?.path;
  const choose = (classes: Source) => change({ classes, class: undefined });
  return (
    <section class="card" aria-label="Word classes">
      <header>
        <h2>Word classes</h2>
        <span class="soft">{state.from ?? "Brown's algorithm: words that occur in the same places share a path"}</span>
        <div class="tools">
          {shipped !== undefined && (
            <button
              type="button"
              class="small"
              disabled={state.busy}
              aria-pressed={source === "en"}
              onClick={() => choose("en")}
            >
              Classes of English
            </button>
          )}
          <button
            type="button"
            class="small"
            disabled={state.busy}
            aria-pressed={source === "synthetic"}
            onClick={() => choose("synthetic")}
          >
            Cluster synthetic English
          </button>
          <DropZone
            small
            label="Open a text, or a file of classes"
            accept=".txt,.paths,.tsv,text/plain"
            onFile={(file) => {
              setOwnFile(true);
              change({ classes: undefined, class: undefined });
              load(`from ${file.name}`, async () => ({ text: await file.text(), name: file.name }));
            }}
          />
        </div>
      </header>
      <Waiting busy={state.busy === true} says="Clustering …" />
      {state.error !== undefined && (
        <p class="error" role="alert">
          {state.error}
        </p>
      )}
      {tree !== undefined && <Drawing tree={tree} path={params.class ?? ""} own={own} word={word} />}
    </section>
  );
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: the server answered ${response.status}.`);
  return response.text();
}

interface DrawingProps {
  readonly tree: Node;
  readonly path: string;
  /** The class of the word that is looked at. */
  readonly own: string | undefined;
  readonly word: string;
}

function Drawing({ tree, path, own, word }: DrawingProps) {
  const { params } = useRoute();
  const here = nodeAt(tree, path);
  const to = (target: string) => address("words", { ...params, class: target === tree.path ? undefined : target });
  const root = useMemo(() => {
    const top = hierarchy(topOf(here, MOST));
    return cluster<Node>()
      .size([top.leaves().length * ROW, LEFT])
      .separation(() => 1)(top);
  }, [here]);
  const leaves = root.leaves();
  const height = leaves.length * ROW + 10;
  const above = pathsAbove(tree, here);
  // The largest branch around the word that can be drawn whole.
  const around = own === undefined ? undefined : [...pathsAbove(tree, nodeAt(tree, own)), nodeAt(tree, own)];
  const ownBranch = around?.find(({ classes }) => classes <= MOST);
  return (
    <>
      <p class="note crumbs">
        {above.map((node) => (
          <a key={node.path} href={to(node.path)}>
            {node === tree ? "all" : node.path}
          </a>
        ))}
        <span>
          {here === tree ? "all" : here.path}: {here.classes} {here.classes === 1 ? "class" : "classes"},{" "}
          {here.words.length.toLocaleString("en")} words
        </span>
        {ownBranch !== undefined && ownBranch !== here && (
          <a href={to(ownBranch.path)}>
            around <q>{word}</q>
          </a>
        )}
      </p>
      <div class="scroll" tabIndex={0} role="region" aria-label="Tree of word classes">
        <svg
          class="clusters"
          role="group"
          aria-label={`${leaves.length} branches with ${here.words.length} words`}
          width={LEFT + TEXT}
          height={height}
          viewBox={`0 0 ${LEFT + TEXT} ${height}`}
        >
          {root.links().map(({ source, target }) => (
            <path
              key={target.data.path}
              d={`M${source.y + 4} ${source.x}H${(source.y + target.y) / 2}V${target.x}H${target.y + 4}`}
            />
          ))}
          {leaves.map(({ x, y, data }) => {
            const holds = own?.startsWith(data.path) === true;
            const text = (
              <text class={holds ? "own" : ""} x={y + 12} y={x + 4}>
                <tspan class="path">{data.path}</tspan>{" "}
                {data.words
                  .slice(0, SHOWN)
                  .map((line) => line.word)
                  .join(", ")}
                {data.words.length > SHOWN && (
                  <tspan class="path">
                    {" "}
                    … {(data.words.length - SHOWN).toLocaleString("en")} more
                    {data.classes > 1 ? ` in ${data.classes} classes` : ""}
                  </tspan>
                )}
              </text>
            );
            return data.classes > 1 ? (
              <a key={data.path} href={to(data.path)}>
                {text}
              </a>
            ) : (
              <g key={data.path}>{text}</g>
            );
          })}
        </svg>
      </div>
    </>
  );
}

/** The nodes above another, from the root. */
function pathsAbove(root: Node, target: Node): Node[] {
  const above: Node[] = [];
  for (let node = root; node !== target; ) {
    above.push(node);
    const next = node.children.find((child) => target.path.startsWith(child.path));
    if (next === undefined) break;
    node = next;
  }
  return above;
}
