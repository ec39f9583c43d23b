/** `eigentree convert`: word vectors between model files and word2vec's text and binary formats. */
import { choice, InputError } from "../../base/index.ts";
import { checkWritable, loadModel, modelKindOf, saveModel, writeFileText } from "../../files/index.ts";
import { vectors as vectorFormat, writeVectorsBinary } from "../../formats/index.ts";
import {
  VECTORS_KIND,
  VECTORS_VERSION,
  type VectorModel,
  vectorModelFrom,
  vectorModelParts,
  type WordVectors,
} from "../../models/vectors/index.ts";
import { defineCommand } from "../command.ts";
import { file, shared } from "../flags.ts";
import { counted } from "../numbers.ts";
import { modelOfVectors, readVectorFile } from "../vector-files.ts";

const TARGETS = ["auto", "model", "text", "binary"] as const;

/** What the name of a file says is in it. */
function targetOf(path: string): "model" | "text" | "binary" {
  if (path.endsWith(".model")) return "model";
  return /\.bin(\.gz)?$/.test(path) ? "binary" : "text";
}

export const convert = defineCommand({
  description:
    "Takes a model of word vectors or a word2vec file, text or binary, and writes any of the three. word2vec files hold the words and their numbers alone: the vector of unknown words, options and " +
    "contexts stay behind.",
  arguments: ["VECTORS"],
  options: {
    output: file("where to put the result"),
    to: choice("what to write; auto: by the name, a model if it ends in .model, binary if in .bin, text otherwise", TARGETS, {
      default: "auto",
    }),
    from: choice("what a file that is no model is", ["auto", "text", "binary"], { default: "auto" }),
    ...shared("json", "quiet"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree convert news.model -o news.vec", "as word2vec text; packed if the name ends in .gz"],
    ["eigentree convert glove.txt -o glove.model", "vectors of others as a model"],
  ],
  async run(context, [path], { output, to: wanted, from }) {
    await checkWritable(output!);
    const to = wanted === "auto" ? targetOf(output!) : wanted;
    const model = await readAny(path!, from);
    if (to === "model") await saveModel(output!, vectorModelParts(model));
    else await write(model.vectors, output!, to);
    const { words, dimensions } = model.vectors;
    const text = `${counted(words.length, "word")} of ${dimensions} dimensions; wrote ${output}`;
    if (output === "-") context.note(text);
    else await context.report({ output, words: words.length, dimensions }, () => text);
  },
});

async function readAny(path: string, from: "auto" | "text" | "binary"): Promise<VectorModel> {
  const kind = path === "-" ? undefined : await modelKindOf(path);
  if (kind !== undefined) return vectorModelFrom(await loadModel(path, { kind: VECTORS_KIND, version: VECTORS_VERSION }), path);
  return modelOfVectors(await readVectorFile(path, from), path);
}

async function write(vectors: WordVectors, output: string, to: "text" | "binary"): Promise<void> {
  const size = { count: vectors.words.length, dimension: vectors.dimensions };
  if (to === "text") return await writeFileText(output, textPieces(vectors, size));
  if (output === "-") throw new InputError("binary vectors are not written to standard output; name a file.");
  await writeFileText(output, writeVectorsBinary(vectors.records(), size));
}

function* textPieces(vectors: WordVectors, size: { readonly count: number; readonly dimension: number }): Generator<string> {
  yield vectorFormat.begin?.(size) ?? "";
  for (const record of vectors.records()) yield vectorFormat.write(record);
}
