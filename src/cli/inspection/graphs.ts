/** Counts of syntax graphs (TIGER-XML, NEGRA export): those of their trees, and what the way to a tree changes. */
import { graphToTree, type SyntaxGraph } from "../../trees/index.ts";
import type { Oddities } from "./counts.ts";
import { type Facts, type Inspection, section } from "./inspection.ts";
import { TreebankInspection } from "./treebank.ts";

export class GraphInspection implements Inspection<SyntaxGraph> {
  readonly #trees = new TreebankInspection();
  #graphs = 0;
  #discontinuousGraphs = 0;
  #discontinuous = 0;
  #raised = 0;
  #lowered = 0;
  #secondary = 0;

  get oddities(): Oddities {
    return this.#trees.oddities;
  }

  add(graph: SyntaxGraph, place: string): void {
    this.#graphs++;
    for (const { secondary } of [...graph.words, ...graph.constituents]) this.#secondary += secondary.length;
    if (graph.words.length === 0) {
      this.oddities.add("sentence without words", place);
      return;
    }
    if (graph.constituents.length === 0) this.oddities.add("sentence without constituents", place);
    const { tree, discontinuous, raised, lowered } = graphToTree(graph);
    this.#trees.add(tree, place);
    if (discontinuous > 0) this.#discontinuousGraphs++;
    this.#discontinuous += discontinuous;
    this.#raised += raised;
    this.#lowered += lowered;
  }

  facts(): Facts {
    return {
      sentences: this.#graphs,
      discontinuousSentences: this.#discontinuousGraphs,
      discontinuousConstituents: this.#discontinuous,
      raised: this.#raised,
      lowered: this.#lowered,
      secondaryEdges: this.#secondary,
      ...this.#trees.facts(),
    };
  }

  sections(): string[] {
    const share = ((100 * this.#discontinuousGraphs) / Math.max(1, this.#graphs)).toFixed(1);
    return [
      section("Crossing branches", [
        ["sentences", `${this.#discontinuousGraphs} of ${this.#graphs} (${share} %)`],
        ["constituents", this.#discontinuous],
        ["raised to make trees", this.#raised],
        ["loose words lowered", this.#lowered],
        ["secondary edges", this.#secondary],
      ]),
      ...this.#trees.sections(),
    ];
  }
}
