/** `eigentree convert`: word vectors between model files and word2vec's text and binary formats. */
import { choice, InputError } from "../../base/index.ts";
import { VECTOR_INPUTS, type WordVectors } from "../../data/index.ts";
import { checkWritable, modelKindOf, modelPath, open, save, writeFileText } from "../../files/index.ts";
import { vectors as vectorFormat, writePieces, writeVectorsBinary } from "../../formats/index.ts";
import { ModelVectors, vectorsModelOf } from "../../models/vectors/index.ts";
import { readVectorFile } from "../data/vector-files.ts";
import { defineCommand } from "../frame/command.ts";
import { file, shared } from "../frame/flags.ts";
import { counted } from "../frame/numbers.ts";

/** What the name of a file says is in it. */
function formatOf(path: string): "model" | "text" | "binary" {
  if (path.endsWith(".model")) return "model";
  return /\.bin(\.gz)?$/.test(path) ? "binary" : "text";
}

export const convert = defineCommand({
  description:
    "Takes a model of word vectors or a word2vec file, text or binary, and writes any of the three. word2vec files " +
    "hold only the words and their numbers: the vector of unknown words, options and contexts are left out.",
  arguments: ["VECTORS"],
  options: {
    output: file("where to write the result"),
    format: choice(
      "what to write; auto: by the name, a model if it ends in .model, binary if in .bin, text otherwise",
      ["auto", "model", "text", "binary"],
      { default: "auto" },
    ),
    input: choice("what a file other than a model holds", VECTOR_INPUTS, { default: "auto" }),
    ...shared("json", "quiet"),
  },
  short: { output: "o" },
  required: ["output"],
  examples: [
    ["eigentree convert news.model -o news.vec", "as word2vec text; packed if the name ends in .gz"],
    ["eigentree convert glove.txt -o glove.model", "vectors from another program as a model"],
  ],
  async run(context, [path], { output, format, input }) {
    await checkWritable(output!);
    const to = format === "auto" ? formatOf(output!) : format;
    const isModel = path !== "-" && (await modelKindOf(modelPath(path!, ["vectors"]))) !== undefined;
    const vectors: WordVectors = isModel
      ? await open(path!, "vectors")
      : await readVectorFile(path!, context.progress, { input });
    if (to === "model")
      await save(output!, vectors instanceof ModelVectors ? vectors.model : vectorsModelOf(vectors, path!));
    else await write(vectors, output!, to);
    const { words, dimensions } = vectors;
    const text = `${counted(words.length, "word")} of ${dimensions} dimensions; wrote ${output}`;
    if (output === "-") context.note(text);
    else await context.report({ output, words: words.length, dimensions }, () => text);
  },
});

async function write(vectors: WordVectors, output: string, to: "text" | "binary"): Promise<unknown> {
  const size = { count: vectors.words.length, dimension: vectors.dimensions };
  if (to === "text") return await writeFileText(output, writePieces(vectorFormat, vectors.records(), size));
  if (output === "-") throw new InputError("binary vectors are not written to standard output; name a file.");
  return await writeFileText(output, writeVectorsBinary(vectors.records(), size));
}
