/** The table of kills, as docs/results.md shows it. */
import type { Result } from "../../bench/result.ts";
import type { KilledCommand } from "./commands.ts";
import type { KillTally } from "./kill.ts";

/** The tallies in the order of the commands, with those of an earlier run for commands that were not run now. */
export const withEarlier = (
  tallies: readonly KillTally[],
  earlier: readonly KillTally[],
  commands: readonly KilledCommand[],
): KillTally[] =>
  commands.flatMap(({ name }) =>
    (["SIGKILL", "SIGINT"] as const).flatMap((signal) => {
      const same = (tally: KillTally) => tally.command === name && tally.signal === signal;
      return tallies.find(same) ?? earlier.find(same) ?? [];
    }),
  );

export const killResult = (tallies: readonly KillTally[], moments: number, seed: number): Result => ({
  section: "Faults",
  title: "What is left of a file when its command is killed",
  command: `npm run kills -- --moments ${moments} --seed ${seed}`,
  columns: [
    "command",
    "signal",
    "moments",
    "old file",
    "new file",
    "between",
    "`.partial` left",
    "mentioned",
    "went on",
  ],
  rows: tallies.map((tally) => [
    ...[tally.command, tally.signal, tally.moments, tally.old, tally.new, tally.broken, tally.partial, tally.told],
    tally.interrupted === 0 ? null : `${tally.resumed} of ${tally.interrupted}`,
  ]),
  notes: [
    "Half of the moments are spread over the time that the command takes, half come within 8 milliseconds of the " +
      "appearance of the partial file. _Old_ and _new file_: equal, byte for byte, to the file before and to that of an " +
      "undisturbed run. _Mentioned_: partial files that the next run told of. _Went on_: runs over the checkpoints of " +
      "killed ones that used them and came to the same file." +
      (tallies.some((tally) => tally.moments !== moments)
        ? ` Rows with another number of moments than ${moments} are from an earlier run.`
        : ""),
  ],
  details: tallies,
});
