/**
 * A part of the work for each of many machines. Every machine reads the whole input and answers every n-th block of
 * sentences; what it wrote, and from what, stands in a small file beside its output. `eigentree merge` checks that all
 * parts are there and belong together, and puts the blocks in order: the result is that of one machine, byte for byte.
 */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { OptionSpec } from "../../base/index.ts";
import type { GivenSentence } from "../../data/index.ts";
import { checkWritable, STANDARD_OUTPUT, writeFileText } from "../../files/index.ts";
import { UsageError } from "../frame/failures.ts";

/** Sentences of a block: few enough that small inputs are spread, many enough that the list of blocks is short. */
const SHARD_BLOCK = 64;
/** Raised when older programs could not read what stands beside a shard. */
export const SHARD_VERSION = 1;
const MOST_PARTS = 100_000;

const SHARD = /^(\d{1,6})\/(\d{1,6})$/;

function parsed(text: string): { readonly part: number; readonly parts: number } | undefined {
  const found = SHARD.exec(text);
  const [part, parts] = [Number(found?.[1]), Number(found?.[2])];
  return part >= 1 && part <= parts && parts <= MOST_PARTS ? { part, parts } : undefined;
}

/** `--shard 3/16` of commands that read sentences. */
export const SHARD_OPTION: OptionSpec<string | undefined> = {
  meaning: "process only one part of the input, to share it among machines; eigentree merge joins the outputs",
  default: undefined,
  expected: "a part and the number of parts, such as 3/16",
  accepts: (value) => value === undefined || (typeof value === "string" && parsed(value) !== undefined),
  fromText: (word) => word,
};

/** A sentence with its number in the whole input. */
export type Placed = GivenSentence & { readonly at: number };

/** The answer to a sentence. */
export interface PlacedAnswer {
  readonly text: string;
  readonly at: number;
}

/** What stands beside the output of a shard. */
export interface ShardFacts {
  readonly version: number;
  readonly part: number;
  readonly parts: number;
  readonly command: string;
  /** SHA-256 of the model file. */
  readonly model: string;
  /** The options that were given, but for those that change nothing. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Sentences of the whole input, and a checksum of them. */
  readonly sentences: number;
  readonly input: string;
  /** Bytes of each block of the output. */
  readonly blocks: readonly number[];
  readonly output: string;
}

export const shardName = (output: string, part: number, parts: number): string => `${output}.${part}-of-${parts}`;
export const factsName = (shard: string): string => `${shard}.json`;

const UNIMPORTANT = new Set(["output", "shard", "threads", "quiet"]);

/** One part of the work; `undefined` stands for the whole. */
export class Shard {
  readonly part: number;
  readonly parts: number;
  readonly #input: Hash = createHash("sha256");
  #sentences = 0;

  private constructor({ part, parts }: { readonly part: number; readonly parts: number }) {
    this.part = part;
    this.parts = parts;
  }

  /** The shard that the options ask for, which must have an output; undefined where they ask for none. */
  static async of({
    shard,
    output,
  }: {
    readonly shard?: unknown;
    readonly output?: unknown;
  }): Promise<Shard | undefined> {
    if (typeof shard !== "string") return undefined;
    if (typeof output !== "string" || output === STANDARD_OUTPUT)
      throw new UsageError("--shard needs --output, the name that all parts share and that eigentree merge is given.");
    if (output.endsWith(".gz"))
      throw new UsageError("--shard writes parts that are not packed; leave .gz out and pack the merged file.");
    const found = new Shard(parsed(shard)!);
    await checkWritable(found.nameFor(output));
    return found;
  }

  nameFor(output: string): string {
    return shardName(output, this.part, this.parts);
  }

  /** Whether the next sentence of the input belongs to this part. */
  takes({ words, tags, error }: GivenSentence): boolean {
    this.#input.update(`${words.join(" ")}\t${tags?.join(" ") ?? ""}\t${error === undefined ? "" : "!"}\n`);
    return Math.floor(this.#sentences++ / SHARD_BLOCK) % this.parts === this.part - 1;
  }

  /** Writes the answers, and beside them what they are. The name of the file. */
  async write(
    output: string,
    answers: AsyncIterable<PlacedAnswer>,
    {
      command,
      model,
      given,
    }: { readonly command: string; readonly model: string; readonly given: Readonly<Record<string, unknown>> },
  ): Promise<string> {
    const name = this.nameFor(output);
    const blocks: number[] = [];
    const written = createHash("sha256");
    const { parts } = this;
    async function* pieces() {
      for await (const { text, at } of answers) {
        const block = Math.floor(at / SHARD_BLOCK / parts);
        while (blocks.length <= block) blocks.push(0);
        blocks[block]! += Buffer.byteLength(text);
        written.update(text);
        yield text;
      }
    }
    await writeFileText(name, pieces());
    const all = Math.ceil(this.#sentences / SHARD_BLOCK);
    const own = Math.floor(all / parts) + (all % parts >= this.part ? 1 : 0);
    while (blocks.length < own) blocks.push(0);
    const facts: ShardFacts = {
      version: SHARD_VERSION,
      part: this.part,
      parts,
      command,
      model: await checksumOf(model),
      options: Object.fromEntries(Object.entries(given).filter(([option]) => !UNIMPORTANT.has(option))),
      sentences: this.#sentences,
      input: this.#input.digest("hex"),
      blocks,
      output: written.digest("hex"),
    };
    await writeFileText(factsName(name), [`${JSON.stringify(facts)}\n`]);
    return name;
  }
}

/** SHA-256 of a file. */
export async function checksumOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.digest("hex");
}

/** The sentences of a source that belong to the shard, with their numbers; all of them without one. */
export async function* placed(
  sentences: AsyncIterable<GivenSentence>,
  shard: Shard | undefined,
  next: { at: number },
): AsyncGenerator<Placed> {
  for await (const sentence of sentences) {
    const at = next.at++;
    if (shard === undefined || shard.takes(sentence)) yield { ...sentence, at };
  }
}
