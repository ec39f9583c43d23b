/** `eigentree inspect DATA…`: counts of data and the records that look wrong, before anything is learnt from them. */
import { choice, type InputError, optional } from "../../base/index.ts";
import { openSource, streamVectors } from "../../data/index.ts";
import { displayName, ENCODING_OPTION, textSources } from "../../files/index.ts";
import { FORMAT_NAMES, type FormatName } from "../../formats/index.ts";
import { bytesSource, isBinaryVectorFile } from "../data/vector-files.ts";
import { defineCommand } from "../frame/command.ts";
import type { Context } from "../frame/context.ts";
import { FailedError } from "../frame/failures.ts";
import { shared } from "../frame/flags.ts";
import { counted, formatTable } from "../frame/numbers.ts";
import { INSPECTORS, type Inspector } from "../inspection/formats.ts";
import type { Inspection } from "../inspection/inspection.ts";

/** Bad records reported in full; the rest are counted. */
const SHOWN_BAD = 10;

interface FileCount {
  readonly file: string;
  readonly records: number;
  readonly bad: number;
}

/** The files of one format together. */
interface Group {
  readonly inspector: Inspector;
  readonly inspection: Inspection<never>;
  readonly files: FileCount[];
  readonly bad: InputError[];
}

export const inspect = defineCommand({
  description:
    "Counts trees, words, lengths and labels, and lists suspicious records with their lines. Reads Penn brackets, TIGER-XML, Negra export, CoNLL-U, " +
    "columns, tagged and running text, and word vectors, packed with gzip or not; - is standard input. Several files of one format are counted together. " +
    "Given a model, shows what it holds.",
  arguments: ["DATA…"],
  options: {
    input: optional(choice("format of the data; by default it is detected", FORMAT_NAMES, { default: "text" })),
    encoding: ENCODING_OPTION,
    ...shared("json", "quiet"),
  },
  examples: [
    ["eigentree inspect train.mrg", "a treebank: trees, words, labels, unary chains, odd tops, suspicious trees"],
    ["eigentree inspect --json *.conllu | jq .nonProjective", "the same as JSON, for CoNLL-U"],
  ],
  async run(context, paths, { input, encoding }) {
    const groups = await inspectAll(context, paths, input, encoding);
    const result = [...groups].map(([name, group]) => factsOf(name, group));
    await context.report(result.length === 1 ? result[0] : result, () => [...groups.values()].map(textOf).join("\n\n"));
    if ([...groups.values()].every(({ files }) => files.every(({ records }) => records === 0))) {
      throw new FailedError("no record could be read.");
    }
  },
});

async function inspectAll(
  context: Context,
  paths: readonly string[],
  given: FormatName | undefined,
  encoding: string,
): Promise<Map<FormatName, Group>> {
  const groups = new Map<FormatName, Group>();
  for (const path of paths) {
    const binary = given === undefined && (await isBinaryVectorFile(path));
    const [source] = textSources([path], { progress: context.progress, encoding });
    const opened = binary ? undefined : await openSource(source!, given);
    const file = displayName(path);
    const format = opened?.format ?? "word2vec";
    const inspector = INSPECTORS[format];
    const group: Group = groups.get(format) ?? { inspector, inspection: inspector.begin(), files: [], bad: [] };
    groups.set(format, group);
    let records = 0;
    let bad = 0;
    const onBad = (error: InputError) => {
      bad++;
      if (group.bad.length < SHOWN_BAD) group.bad.push(error);
    };
    const all =
      opened === undefined
        ? streamVectors(bytesSource(path, context.progress))
        : inspector.records(opened.pieces, { file, onBad });
    for await (const { record, line } of all) {
      group.inspection.add(record as never, `${file}:${line}`);
      records++;
    }
    group.files.push({ file, records, bad });
  }
  return groups;
}

const sumOf = (files: readonly FileCount[], field: "records" | "bad") =>
  files.reduce((sum, file) => sum + file[field], 0);

function factsOf(format: FormatName, { inspection, files, bad }: Group): object {
  const unreadable = { count: sumOf(files, "bad"), first: bad.map(({ message }) => message) };
  return { format, files, unreadable, ...inspection.facts() };
}

function textOf({ inspector, inspection, files, bad }: Group): string {
  const records = counted(sumOf(files, "records"), inspector.record);
  const title =
    files.length === 1
      ? `${files[0]!.file}: ${inspector.title}, ${records}`
      : `${files.length} files of ${inspector.title}, ${records}\n${formatTable(
          files.map(({ file, records }) => [file, records]),
          "  ",
        )}`;
  const unreadable = sumOf(files, "bad");
  const more = unreadable > bad.length ? [`  … ${unreadable - bad.length} more`] : [];
  // Of records that are all unreadable there is nothing to count.
  const isCounted = unreadable === 0 || sumOf(files, "records") > 0;
  const parts = [title, ...(isCounted ? inspection.sections() : [])];
  if (unreadable > 0)
    parts.push([`Unreadable: ${unreadable}`, ...bad.map(({ message }) => `  ${message}`), ...more].join("\n"));
  if (inspection.oddities.size > 0) parts.push(`Suspicious\n${inspection.oddities.format("  ")}`);
  else if (unreadable === 0) parts.push("Nothing suspicious.");
  return parts.join("\n\n");
}
