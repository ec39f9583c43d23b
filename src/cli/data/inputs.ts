/**
 * What follows MODEL on a command line that reads sentences: files, standard input, or the text itself. A user
 * who types at a terminal gets a hint, and an answer after every line.
 */
import { existsSync } from "node:fs";
import { choice, flag, InputError, type OptionSpec } from "../../base/index.ts";
import type { SentenceForm, TextSource } from "../../data/index.ts";
import { ENCODING_OPTION, STANDARD_INPUT, textSources } from "../../files/index.ts";
import type { Context } from "../frame/context.ts";
import { UsageError } from "../frame/failures.ts";

/** What the names of the forms do not say. */
const FORMS: Readonly<Record<SentenceForm, string>> = {
  text: "text is running text",
  lines: "lines is running text with a sentence on every line",
  tokens: "tokens has a sentence on every line, cut into words",
  tagged: "tagged has the same with tags, as in dog/NN",
  conllu: "",
  columns: "columns has the word first",
};

/** `--input` of a command that reads sentences in these forms; the first is the default. */
export const inputOption = <const F extends SentenceForm>(...forms: readonly [F, ...F[]]): OptionSpec<F> =>
  choice(`form of the input; ${forms.flatMap((form) => FORMS[form] || []).join(", ")}`, forms, {
    default: forms[0] as NoInfer<F>,
  });

/** Options of every command that reads sentences. */
export const INPUT_OPTIONS = {
  text: flag("take the arguments as text, not as names of files", { default: false }),
  encoding: ENCODING_OPTION,
};

export interface Inputs {
  readonly sources: readonly TextSource[];
  /** A user is typing: the end of a line ends a sentence. */
  readonly typed: boolean;
}

/** The sources that the arguments name; standard input when there are none. */
export function inputsOf(
  context: Context,
  args: readonly string[],
  { text, encoding }: { readonly text: boolean; readonly encoding: string },
  terminal: boolean = process.stdin.isTTY === true,
): Inputs {
  if (args.length === 0 && terminal) {
    context.note("Type a sentence and press Enter; Ctrl-D ends the input.");
    return { sources: [{ name: "standard input", pieces: typedLines() }], typed: true };
  }
  const paths = args.length === 0 ? [STANDARD_INPUT] : args;
  const empty = paths.indexOf("");
  if (empty >= 0) throw new UsageError(`argument ${empty + 1} after the model is empty; expected a file or a text.`);
  const isText = (arg: string) => text || (arg !== STANDARD_INPUT && !existsSync(arg) && looksLikeText(arg));
  const files = textSources(
    paths.filter((arg) => !isText(arg)),
    { progress: context.progress, encoding },
  );
  let file = 0;
  const sources = paths.map((arg, at) => {
    if (isText(arg)) return { name: `argument ${at + 1}`, pieces: [`${arg}\n`] };
    const source = files[file++]!;
    return IS_WORD.test(arg) && !existsSync(arg) ? { ...source, pieces: absentFile(source.name) } : source;
  });
  return { sources, typed: false };
}

/** What may be meant as a text of one word, since no file has this name. */
const IS_WORD = /^[\p{L}\p{M}\p{N}'’-]*\p{L}$/u;

// biome-ignore lint/correctness/useYield: it fails when it is read, as a file that is not there does
async function* absentFile(file: string): AsyncGenerator<string> {
  throw new InputError("there is no such file; check the path, or add --text if this is the text itself.", { file });
}

/** A name of a file ends in letters after a dot, or has no blanks; a sentence ends in a full stop or has some. */
const ENDS_LIKE_FILE = /(?:\.[A-Za-z]\w{0,5}|[/\\])$/;
const ENDS_LIKE_SENTENCE = /[.!?…。！？]["'”’»)\]]*$/;

export const looksLikeText = (argument: string): boolean =>
  ENDS_LIKE_SENTENCE.test(argument) || (/\s/.test(argument) && !ENDS_LIKE_FILE.test(argument));

/** Lines as they are typed: no piece waits for the next. */
async function* typedLines(): AsyncGenerator<string> {
  process.stdin.setEncoding("utf8");
  for await (const piece of process.stdin) yield String(piece);
}
