/** `eigentree merge`: the outputs of all shards as one file, when all of them are there and belong together. */
import { open, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { InputError } from "../../base/index.ts";
import { checkWritable, readableError, writeFileText } from "../../files/index.ts";
import { checksumOf, factsName, SHARD_VERSION, type ShardFacts, shardName } from "../data/shards.ts";
import { defineCommand } from "../frame/command.ts";
import { shared } from "../frame/flags.ts";
import { counted } from "../frame/numbers.ts";

export const merge = defineCommand({
  description:
    "OUTPUT is the name that --output gave to every shard: OUTPUT.1-of-16, OUTPUT.2-of-16 and so on are joined into " +
    "OUTPUT, in the order of the input. Shards that are missing, unfinished, damaged, or made from another input, model " +
    "or options are named, and nothing is written. The shards stay.",
  arguments: ["OUTPUT"],
  options: shared("json", "quiet"),
  examples: [["eigentree merge parsed.mrg", "join parsed.mrg.1-of-16 … parsed.mrg.16-of-16 into parsed.mrg"]],
  async run(context, [output]) {
    await checkWritable(output!);
    const shards = await shardsOf(output!);
    const [{ sentences, parts }] = shards as [ShardFacts];
    await writeFileText(output!, blocksInOrder(output!, shards));
    const bytes = shards.reduce((sum, { blocks }) => sum + blocks.reduce((all, size) => all + size, 0), 0);
    await context.report(
      { output, parts, sentences, bytes },
      () => `${counted(sentences, "sentence")} of ${counted(parts, "shard")}; wrote ${output}`,
    );
  },
});

const list = (numbers: readonly number[]): string => {
  const shown = numbers.slice(0, 20).map(String);
  if (numbers.length > 20) return `${shown.join(", ")} and ${numbers.length - 20} more`;
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
};

/** Facts of all shards, checked, by part. */
async function shardsOf(output: string): Promise<ShardFacts[]> {
  const fail = (reason: string): never => {
    throw new InputError(reason, { file: output });
  };
  const folder = dirname(output);
  const names = await readdir(folder).catch((error: unknown) => {
    throw readableError(error, folder, "read");
  });
  const ending = /^\.(\d+)-of-(\d+)$/;
  const found = names.flatMap((name) => {
    const match = name.startsWith(basename(output)) ? ending.exec(name.slice(basename(output).length)) : null;
    return match === null ? [] : [{ part: Number(match[1]), parts: Number(match[2]) }];
  });
  if (found.length === 0)
    fail("there are no shards of this name; expected files such as OUTPUT.1-of-16; check the name.");
  const cuts = [...new Set(found.map(({ parts }) => parts))].sort((a, b) => a - b);
  if (cuts.length > 1)
    fail(`there are shards of ${cuts.map((cut) => `${cut} parts`).join(" and of ")}; remove the old ones.`);
  const [parts] = cuts as [number];
  const present = new Set(found.map(({ part }) => part));
  const facts: (ShardFacts | undefined)[] = await Promise.all(
    Array.from({ length: parts }, (_, i) =>
      present.has(i + 1) ? factsOf(shardName(output, i + 1, parts)) : undefined,
    ),
  );
  const missing = facts.flatMap((fact, i) => (fact === undefined ? [i + 1] : []));
  if (missing.length > 0) {
    const those =
      missing.length === 1 ? `shard ${missing[0]} of ${parts} is` : `shards ${list(missing)} of ${parts} are`;
    fail(
      `${those} missing or unfinished; run ${missing.length === 1 ? "it" : "them"} first: --shard ${missing[0]}/${parts}.`,
    );
  }
  const shards = facts as ShardFacts[];
  for (const [what, of] of COMPARED) {
    const other = shards.find((shard) => of(shard) !== of(shards[0]!));
    if (other !== undefined)
      fail(`shard ${other.part} was made with another ${what} than shard 1; run both again with the same one.`);
  }
  for (const shard of shards) {
    if ((await checksumOf(shardName(output, shard.part, parts))) !== shard.output)
      fail(`shard ${shard.part} is not what was written; it is damaged or was changed; run it again.`);
  }
  return shards;
}

/** What all shards must have in common. */
const COMPARED: readonly (readonly [string, (facts: ShardFacts) => unknown])[] = [
  ["version of Eigentree", ({ version }) => version],
  ["command", ({ command }) => command],
  ["model", ({ model }) => model],
  ["choice of options", ({ options }) => JSON.stringify(Object.entries(options).sort())],
  ["input", ({ input, sentences }) => `${sentences} ${input}`],
];

/** Undefined where a shard has no facts: it is written after the shard itself. */
async function factsOf(shard: string): Promise<ShardFacts | undefined> {
  const path = factsName(shard);
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const facts = JSON.parse(text) as ShardFacts;
    if (facts.version > SHARD_VERSION)
      throw new InputError("was made by a newer Eigentree; update this one.", { file: path });
    if (Array.isArray(facts.blocks) && facts.blocks.every((size) => Number.isInteger(size) && size >= 0)) return facts;
  } catch (error) {
    if (error instanceof InputError) throw error;
  }
  throw new InputError("does not describe a shard; run the shard again.", { file: path });
}

/** Most bytes read at a time. */
const PIECE = 1 << 20;

/** Block b stands in shard b mod n, one after the other. */
async function* blocksInOrder(output: string, shards: readonly ShardFacts[]): AsyncGenerator<Uint8Array> {
  const files = await Promise.all(shards.map(({ part, parts }) => open(join(shardName(output, part, parts)))));
  try {
    const places = shards.map(() => 0);
    const most = Math.max(...shards.map(({ blocks }) => blocks.length));
    for (let round = 0; round < most; round++) {
      for (const [i, { blocks }] of shards.entries()) {
        for (let left = blocks[round] ?? 0; left > 0; ) {
          const buffer = new Uint8Array(Math.min(PIECE, left));
          const { bytesRead } = await files[i]!.read(buffer, 0, buffer.length, places[i]!);
          if (bytesRead === 0) throw new InputError(`shard ${i + 1} ends too early; run it again.`, { file: output });
          yield buffer.subarray(0, bytesRead);
          places[i]! += bytesRead;
          left -= bytesRead;
        }
      }
    }
  } finally {
    for (const handle of files) await handle.close();
  }
}
