/** Dependency trees against dependency trees, as in the CoNLL 2018 shared task. */
import { collectAttached, type TextSource } from "../../data/index.ts";
import { type AttachmentRates, scoreAttachment } from "../../evaluation/index.ts";
import { formatTable } from "../frame/numbers.ts";
import type { Scoring } from "./scoring.ts";

export async function scoreDependencies(predicted: TextSource, gold: TextSource): Promise<Scoring> {
  const predictedSentences = await collectAttached(predicted);
  const summary = scoreAttachment(await collectAttached(gold), predictedSentences);
  const { sentences, goldWords, predictedWords, alignedWords, withoutPunctuation } = summary;
  const percent = (value: number) => value.toFixed(2).padStart(6);
  const row = (name: string, value: (rates: AttachmentRates) => number) => [
    name,
    percent(value(summary)),
    percent(value(withoutPunctuation)),
  ];
  const table = formatTable([
    ["", "   all", "without punctuation"],
    row("UAS", ({ uas }) => uas.f1),
    row("LAS", ({ las }) => las.f1),
    row("CLAS", ({ clas }) => clas.f1),
    row("all heads right", ({ complete }) => complete),
    row("all heads and relations right", ({ completeLabelled }) => completeLabelled),
  ]);
  const sizes = formatTable([
    ["gold sentences", sentences],
    ["gold words", goldWords],
    ["predicted words", predictedWords],
    ["aligned words", alignedWords],
  ]);
  return { facts: { measure: "attachment", ...summary }, summary: `${table}\n\n${sizes}` };
}
