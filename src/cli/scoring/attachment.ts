/** Dependency trees against dependency trees, as in the CoNLL 2018 shared task. */
import { InputError } from "../../base/index.ts";
import { type AttachedSentence, type AttachmentRates, scoreAttachment } from "../../evaluation/index.ts";
import { type ConlluSentence, conllu, conlluDependencies, isWord, readLocated } from "../../formats/index.ts";
import type { OpenText } from "../data.ts";
import { formatTable } from "../numbers.ts";
import type { Scoring } from "./scoring.ts";

interface TaggedWords {
  readonly upos: readonly string[];
  readonly xpos: readonly string[];
}

/** A range like 3-4 is one written token that stands for several words. */
function multiwordTokens({ tokens }: ConlluSentence) {
  const ranges = tokens.filter(({ id }) => id.includes("-"));
  return ranges.map(({ id, form }) => {
    const [first, last] = id.split("-").map(Number) as [number, number];
    return { form, first, last };
  });
}

async function sentencesOf({ file, chunks }: OpenText): Promise<(AttachedSentence & TaggedWords)[]> {
  const sentences: (AttachedSentence & TaggedWords)[] = [];
  for await (const { record, line } of readLocated(conllu, chunks, { file })) {
    const words = record.tokens.filter(isWord);
    if (words.some(({ head }) => head === "_"))
      throw new InputError("this sentence has no heads; expected dependency trees.", { file, line });
    const { words: forms, heads, labels } = conlluDependencies(record);
    const tags = { upos: words.map(({ upos }) => upos), xpos: words.map(({ xpos }) => xpos) };
    sentences.push({ words: forms, heads, labels, ...tags, multiword: multiwordTokens(record) });
  }
  return sentences;
}

export async function scoreDependencies(predicted: OpenText, gold: OpenText): Promise<Scoring> {
  const predictedSentences = await sentencesOf(predicted);
  const summary = scoreAttachment(await sentencesOf(gold), predictedSentences);
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
