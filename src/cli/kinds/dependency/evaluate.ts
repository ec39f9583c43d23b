/** `eigentree evaluate MODEL GOLD…` for dependency parsers. */
import { choice, flag } from "../../../base/index.ts";
import { scoreAttachment } from "../../../evaluation/index.ts";
import { DEPENDENCY_DECODE_OPTIONS, dependencyJobs, type TagColumn } from "../../../models/dependency/index.ts";
import type { DependencyTree } from "../../../trees/index.ts";
import { defineVerb } from "../../command.ts";
import { shared } from "../../flags.ts";
import { formatTable } from "../../numbers.ts";
import { readTreebank, TREEBANK_FORMATS } from "./treebank.ts";

const BATCH = 16;

export const evaluate = defineVerb({
  description: "Attachment scores as in the CoNLL 2018 shared task, with tags from the model's tagger unless --gold-tags is given.",
  options: {
    format: choice("form of the gold data", TREEBANK_FORMATS, { default: "conllu" }),
    goldTags: flag("parse with the tags of the gold data", { default: false }),
    skipBad: flag("skip and count sentences that cannot be used", { default: false }),
    trees: DEPENDENCY_DECODE_OPTIONS.trees,
    rerank: DEPENDENCY_DECODE_OPTIONS.rerank,
    search: DEPENDENCY_DECODE_OPTIONS.search,
    spectralWeight: DEPENDENCY_DECODE_OPTIONS.spectralWeight,
    ...shared("json", "quiet", "threads"),
  },
  examples: [["eigentree evaluate english.model dev.conllu", "UAS and LAS on predicted tags"]],
  async run(context, { parts }, paths, { format, goldTags, skipBad, trees, rerank, search, spectralWeight }) {
    const { tags } = parts.options as { readonly tags: TagColumn };
    const { trees: gold, skipped } = await readTreebank(context, paths, { format, tags, skipBad });
    const workers = context.workers(dependencyJobs, {
      parts: { ...parts, report: null },
      options: { trees, rerank, search, spectralWeight },
    });
    const found: DependencyTree[] = [];
    let seconds = 0;
    try {
      await Promise.all(Array.from({ length: workers.threads }, () => workers.run("ready", undefined)));
      const started = performance.now();
      function* batches() {
        for (let n = 0; n < gold.length; n += BATCH) {
          yield gold.slice(n, n + BATCH).map((tree) => ({ words: tree.words, tags: goldTags ? tree.tags : undefined }));
        }
      }
      for await (const parsed of workers.map("parse", batches())) for (const { tree } of parsed) found.push(tree);
      seconds = (performance.now() - started) / 1000;
    } finally {
      await workers.close();
    }
    const scores = scoreAttachment(gold, found);
    const rate = gold.length / seconds;
    await context.report({ measure: "attachment", ...scores, seconds, sentencesPerSecond: rate, skipped }, () => {
      const percent = (value: number) => value.toFixed(2).padStart(6);
      const { withoutPunctuation: bare } = scores;
      const table = formatTable([
        ["", "   all", "without punctuation"],
        ["UAS", percent(scores.uas.f1), percent(bare.uas.f1)],
        ["LAS", percent(scores.las.f1), percent(bare.las.f1)],
        ["all heads right", percent(scores.complete), percent(bare.complete)],
      ]);
      return `${table}\n\n${rate.toFixed(1)} sentences/s`;
    });
  },
});
