/**
 * TIGER-XML: each sentence `<s>` a graph of `<t>` words and `<nt>` constituents with `<edge>` to their children and
 * `<secedge>` to secondary parents. Kept: ids of sentences, all attributes of words and constituents, edges in the
 * order of the words. `graphToTree` makes ordinary trees.
 */
import { InputError } from "../../base/errors.ts";
import { shortened } from "../../base/quoted.ts";
import {
  type GraphNode,
  type GraphWord,
  graphDefect,
  type SecondaryEdge,
  type SyntaxGraph,
} from "../../trees/graph.ts";
import {
  type Emit,
  LARGEST_RECORD,
  type ReadOptions,
  readText,
  type TextFormat,
  tooLarge,
  writeText,
} from "../reader.ts";
import { escapeAttribute, type XmlHandler, XmlReader } from "./xml.ts";

type Attributes = Readonly<Record<string, string>>;
interface Place {
  readonly line: number;
  readonly column: number;
}
interface OpenNode {
  readonly attributes: Attributes;
  readonly isWord: boolean;
  readonly place: Place;
  readonly edges: { readonly label: string; readonly idref: string; readonly place: Place }[];
  readonly secondary: { readonly label: string; readonly idref: string; readonly place: Place }[];
}
interface OpenSentence {
  readonly id: string;
  readonly place: Place;
  readonly nodes: Map<string, OpenNode>;
  root: string | undefined;
  /** Characters of its attributes, and one for each element. */
  size: number;
  /** The first defect; the sentence is reported with it when it ends. */
  defect: InputError | undefined;
}

const NO_EDGE = "--";

class TigerHandler implements XmlHandler {
  #sentence: OpenSentence | undefined;
  #node: OpenNode | undefined;

  constructor(
    readonly emit: Emit<SyntaxGraph>,
    readonly options: ReadOptions,
  ) {}

  open(name: string, attributes: Attributes, line: number, column: number): void {
    const place = { line, column };
    if (name === "s") {
      this.#sentence = {
        id: attributes.id ?? "",
        place,
        nodes: new Map(),
        root: undefined,
        size: 0,
        defect: undefined,
      };
      return;
    }
    const sentence = this.#sentence;
    if (sentence === undefined || this.#isTooLarge(sentence, attributes)) return;
    if (name === "graph") sentence.root = attributes.root;
    else if (name === "t" || name === "nt") this.#openNode(sentence, name, attributes, place);
    else if (name === "edge" || name === "secedge") {
      const idref = attributes.idref;
      if (idref === undefined) this.#spoil(sentence, `this <${name}> has no idref; expected the id of a node.`, place);
      else
        this.#node?.[name === "edge" ? "edges" : "secondary"].push({
          label: attributes.label ?? NO_EDGE,
          idref,
          place,
        });
    }
  }

  close(name: string): void {
    if (name === "t" || name === "nt") this.#node = undefined;
    if (name !== "s") return;
    const sentence = this.#sentence;
    this.#sentence = undefined;
    if (sentence === undefined) return;
    const graph = this.#build(sentence);
    const { defect, place } = sentence;
    if (defect === undefined && graph !== undefined) this.emit(graph, place.line, place.column);
    else if (this.options.onBad === undefined) throw defect;
    else this.options.onBad(defect!);
  }

  /** Whether the sentence has grown beyond what a record may be; it is then kept no longer. */
  #isTooLarge(sentence: OpenSentence, attributes: Attributes): boolean {
    const largest = this.options.largestRecord ?? LARGEST_RECORD;
    if (sentence.size > largest) return true;
    sentence.size++;
    for (const key of Object.keys(attributes)) sentence.size += key.length + attributes[key]!.length;
    if (sentence.size <= largest) return false;
    const { line, column } = sentence.place;
    const error = tooLarge("the sentence that begins here", "break it into several", line, column, this.options);
    if (this.options.onBad === undefined) throw error;
    sentence.defect ??= error;
    sentence.nodes.clear();
    return true;
  }

  #openNode(sentence: OpenSentence, name: "t" | "nt", attributes: Attributes, place: Place): void {
    this.#node = { attributes, isWord: name === "t", place, edges: [], secondary: [] };
    const needed = name === "t" ? ["id", "word", "pos"] : ["id", "cat"];
    const missing = needed.find((key) => attributes[key] === undefined);
    if (missing !== undefined)
      this.#spoil(sentence, `this <${name}> has no ${missing}; expected ${needed.join(", ")}.`, place);
    else if (sentence.nodes.has(attributes.id!))
      this.#spoil(sentence, `the id ${shortened(attributes.id!)} is given to two nodes.`, place);
    else sentence.nodes.set(attributes.id!, this.#node);
  }

  #spoil(sentence: OpenSentence, reason: string, { line, column }: Place): void {
    sentence.defect ??= new InputError(reason, { file: this.options.file, line, column });
  }

  #build(sentence: OpenSentence): SyntaxGraph | undefined {
    const nodes = [...sentence.nodes.values()];
    const wordNodes = nodes.filter((node) => node.isWord);
    const constituentNodes = nodes.filter((node) => !node.isWord);
    if (wordNodes.length === 0)
      this.#spoil(sentence, `the sentence ${shortened(sentence.id)} has no words.`, sentence.place);
    if (sentence.root !== undefined && !sentence.nodes.has(sentence.root)) {
      this.#spoil(sentence, `the root ${shortened(sentence.root)} is not a node of this sentence.`, sentence.place);
    }
    const above = new Map<string, { parent: number; edge: string }>();
    constituentNodes.forEach((node, parent) => {
      for (const { label, idref, place } of node.edges) {
        if (!sentence.nodes.has(idref))
          this.#spoil(sentence, `${shortened(idref)} is not a node of this sentence.`, place);
        else if (above.has(idref))
          this.#spoil(sentence, `${shortened(idref)} has two parents; further ones are written as <secedge>.`, place);
        above.set(idref, { parent, edge: label });
      }
    });
    const indexOf = new Map(constituentNodes.map((node, i) => [node.attributes.id!, i]));
    const common = (node: OpenNode): Omit<GraphNode, "label" | "features"> => ({
      parent: above.get(node.attributes.id!)?.parent ?? -1,
      edge: above.get(node.attributes.id!)?.edge ?? NO_EDGE,
      secondary: node.secondary.map(({ label, idref, place }): SecondaryEdge => {
        const parent = indexOf.get(idref);
        if (parent === undefined)
          this.#spoil(sentence, `${shortened(idref)} is not a constituent of this sentence.`, place);
        return { label, parent: parent ?? -1 };
      }),
    });
    const words = wordNodes.map((node): GraphWord => {
      const { id: _, word, pos, ...features } = node.attributes;
      return { word: word!, label: pos!, features, ...common(node) };
    });
    const constituents = constituentNodes.map((node): GraphNode => {
      const { id: _, cat, ...features } = node.attributes;
      return { label: cat!, features, ...common(node) };
    });
    if (sentence.defect !== undefined) return undefined;
    const graph = { id: sentence.id, words, constituents, note: "" };
    const defect = graphDefect(graph);
    if (defect !== undefined) this.#spoil(sentence, `${defect.reason}.`, constituentNodes[defect.constituent]!.place);
    return graph;
  }
}

const attributeText = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join("");

function writeGraph({ id, words, constituents }: SyntaxGraph): string {
  const wordId = (i: number) => `${id}_${i + 1}`;
  // NEGRA numbers constituents from 500; a longer sentence pushes them up.
  const base = Math.max(500, words.length + 1);
  const constituentId = (i: number) => `${id}_${base + i}`;
  const secondary = (node: GraphNode) =>
    node.secondary
      .map(({ label, parent }) => `<secedge${attributeText({ label, idref: constituentId(parent) })}/>`)
      .join("");
  const edges = constituents.map((): string[] => []);
  const attach = (node: GraphNode, idref: string) => {
    if (node.parent >= 0) edges[node.parent]!.push(`    <edge${attributeText({ label: node.edge, idref })}/>\n`);
  };
  words.forEach((word, i) => void attach(word, wordId(i)));
  constituents.forEach((node, i) => void attach(node, constituentId(i)));
  const terminals = words.map((word, i) => {
    const attributes = attributeText({ id: wordId(i), word: word.word, pos: word.label, ...word.features });
    return word.secondary.length === 0 ? `   <t${attributes}/>\n` : `   <t${attributes}>${secondary(word)}</t>\n`;
  });
  const nonterminals = constituents.map((node, i) => {
    const attributes = attributeText({ id: constituentId(i), cat: node.label, ...node.features });
    return `   <nt${attributes}>\n${edges[i]!.join("")}${secondary(node)}   </nt>\n`;
  });
  const top = constituents.findIndex((node) => node.parent < 0);
  const root = attributeText({ root: top < 0 ? wordId(0) : constituentId(top) });
  const inner = `  <terminals>\n${terminals.join("")}  </terminals>\n  <nonterminals>\n${nonterminals.join("")}  </nonterminals>\n`;
  return `<s${attributeText({ id })}>\n <graph${root}>\n${inner} </graph>\n</s>\n`;
}

/** TIGER-XML, for syntax graphs with crossing branches. */
export const tiger: TextFormat<SyntaxGraph> = {
  name: "tiger",
  reader: (emit, options) => new XmlReader(new TigerHandler(emit, options), options),
  begin: () => '<?xml version="1.0" encoding="UTF-8"?>\n<corpus id="eigentree">\n<body>\n',
  write: writeGraph,
  end: () => "</body>\n</corpus>\n",
};

/** All sentences of a text in TIGER-XML. */
export const readTiger = (text: string, options: ReadOptions = {}): SyntaxGraph[] => readText(tiger, text, options);

/** Syntax graphs as TIGER-XML. */
export const writeTiger = (graphs: Iterable<SyntaxGraph>): string => writeText(tiger, graphs);
