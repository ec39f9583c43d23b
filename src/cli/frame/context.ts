/**
 * What a running command has to work with: where its output goes, how it shows progress, and where its worker threads
 * come from.
 */
import {
  inlineWorkers,
  type JobSet,
  type Jobs,
  type LearnContext,
  type OptionSet,
  type OptionsOf,
  type Progress,
  printable,
  type StopSignal,
  type Workers,
} from "../../base/index.ts";
import { openWorkers } from "../../files/index.ts";
import { ProgressBar } from "./progress-bar.ts";

/** The part of a stream that commands need; tests give their own. */
export interface Output {
  write(text: string): boolean;
  once(event: "drain", listener: () => void): unknown;
  /** Waits until all is written, and throws if it could not be. */
  settled?(): Promise<void>;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface Streams {
  readonly stdout: Output;
  readonly stderr: Output;
}

export interface ContextOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly threads?: number;
  readonly given?: ReadonlySet<string>;
  /** Asked once by a command that can be stopped between its steps: the signal that stops it. */
  readonly interruption?: (() => StopSignal) | undefined;
}

export class Context {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly threads: number;
  /** Options given on the command line. */
  readonly given: ReadonlySet<string>;
  readonly #bar: ProgressBar | undefined;
  readonly #interruption: (() => StopSignal) | undefined;
  #signal: StopSignal | undefined;

  constructor(
    /** "eigentree train parser" */
    readonly command: string,
    readonly streams: Streams,
    { json = false, quiet = false, threads = 1, given = new Set(), interruption }: ContextOptions = {},
  ) {
    this.json = json;
    this.quiet = quiet;
    this.threads = threads;
    this.given = given;
    this.#interruption = interruption;
    this.#bar = !quiet && streams.stderr.isTTY ? new ProgressBar(streams.stderr) : undefined;
  }

  /** For functions that take a `Progress`: a bar when standard error is a terminal, nothing elsewhere. */
  get progress(): Progress | undefined {
    return this.#bar?.show;
  }

  /** Whether text may be coloured. */
  get colours(): boolean {
    return this.streams.stdout.isTTY === true && !process.env.NO_COLOR;
  }

  /** Text to standard output as it is. Waits when the reader is slower, so that endless output needs no memory. */
  async write(text: string): Promise<void> {
    this.#bar?.clear();
    if (this.streams.stdout.write(text)) return;
    await new Promise<void>((resolve) => this.streams.stdout.once("drain", resolve));
  }

  /** Text and a line end to standard output. */
  print(text = ""): Promise<void> {
    return this.write(`${text}\n`);
  }

  /** The result: as JSON under --json, else as the text. */
  async report(value: unknown, text: () => string): Promise<void> {
    await this.print(this.json ? JSON.stringify(value, plainNumbers, 2) : text());
  }

  /** What a command that writes a file says of its work: JSON on standard output with --json, otherwise a remark. */
  async summarise(value: unknown, text: () => string): Promise<void> {
    if (this.json) await this.report(value, text);
    else this.note(text());
  }

  /** A remark on standard error; silent under --quiet. */
  note(text: string): void {
    if (this.quiet) return;
    this.#bar?.clear();
    this.streams.stderr.write(`${printable(text)}\n`);
  }

  /** Threads as --threads asks, or none at all for one. */
  workers<Setup, State, J extends Jobs<State>>(jobs: JobSet<Setup, State, J>, setup: Setup): Workers<J> {
    return this.threads === 1 ? inlineWorkers(jobs, setup) : openWorkers(jobs, { threads: this.threads, setup });
  }

  /** Of the options of a command, those that were given and that `specs` declares: what a learner is handed. */
  givenOf<S extends OptionSet>(specs: S, options: Readonly<Record<string, unknown>>): Partial<OptionsOf<S>> {
    const names = Object.keys(specs).filter((name) => this.given.has(name));
    return Object.fromEntries(names.map((name) => [name, options[name]])) as Partial<OptionsOf<S>>;
  }

  /** What learners and evaluators are given: the bar, threads as --threads asks, and the signal that Ctrl-C gives. */
  get learning(): LearnContext {
    this.#signal ??= this.#interruption?.();
    return { progress: this.progress, workers: (jobs, setup) => this.workers(jobs, setup), signal: this.#signal };
  }

  finish(): void {
    this.#bar?.clear();
  }
}

/** JSON has no typed arrays, maps, sets or infinities: write what a reader would expect. */
function plainNumbers(_: string, value: unknown): unknown {
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return Array.from(value as unknown as ArrayLike<number>);
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof Set) return [...value];
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}
