/** Recordings in memory and from sources that come one by one. */
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/index.ts";
import { asRecordings, collectRecordings, type RecordingSource, readRecordings } from "../../src/data/index.ts";
import { writeLab, writePhn, writeTextGrid, writeWav } from "../../src/formats/index.ts";

const RATE = 16_000;
const samples = Float32Array.from({ length: RATE / 2 }, (_, t) => 0.3 * Math.sin(t / 5) + 0.1 * Math.sin(t * t));
const segments = [
  { start: 0, end: 0.2, label: "ix" },
  { start: 0.2, end: 0.5, label: "pcl" },
];
const sound = writeWav(samples, RATE);

const source = (over: Partial<RecordingSource> = {}): RecordingSource => ({
  name: "a.wav",
  sound,
  labels: { name: "a.phn", text: writePhn(segments, RATE) },
  ...over,
});

describe("recordings", () => {
  test("labels are read by the ending of their file's name", () => {
    const frames = (name: string, text: string) => readRecordings([source({ labels: { name, text } })]).recordings[0]!;
    const { count, labels } = frames("a.PHN", writePhn(segments, RATE));
    expect(count).toBe(48);
    expect([labels[0], labels.at(-1)]).toEqual(["ix", "pcl"]);
    expect(frames("a.lab", writeLab(segments)).labels).toEqual(labels);
    expect(frames("a.TextGrid", writeTextGrid(segments, 0.5)).labels).toEqual(labels);
    expect(() => frames("a.txt", "")).toThrow(
      "a.txt: has labels in no known format; expected a name that ends in .phn",
    );
  });

  test("the same one by one as all at once, and in memory without files", async () => {
    const pair = [source(), source({ name: "b.wav", source: "speech" })];
    const data = readRecordings(pair, { folding: "timit39" });
    expect(data).toMatchObject({ rate: RATE, folding: "timit39" });
    expect(data.recordings[0]!.labels[0]).toBe("ih");
    expect(data.sources).toEqual([
      { file: "a.wav", records: 1, skipped: 0 },
      { file: "speech", records: 1, skipped: 0 },
    ]);
    async function* slowly() {
      for (const item of pair) yield await Promise.resolve(item);
    }
    expect(await collectRecordings(slowly(), { folding: "timit39" })).toEqual(data);
    expect(Object.isFrozen(data) && Object.isFrozen(data.recordings)).toBe(true);
    const plain = asRecordings([{ name: "a.phn", audio: { rate: RATE, samples, repairs: [] }, segments }]);
    expect(plain.recordings[0]!.labels).toEqual(readRecordings([source()]).recordings[0]!.labels);
    expect(asRecordings(plain)).toBe(plain);
  });

  test("sound without labels is counted; bad recordings throw, or are skipped and counted", () => {
    const bad = [
      source({ labels: { name: "b.phn", text: "0 4000 a\n3000 5000 b\n" }, source: "speech" }),
      source({ sound: new Uint8Array(9), source: "speech" }),
      source({ defect: new InputError("cannot be read.", { file: "c.wav" }), source: "speech" }),
      source({ labels: undefined }),
      source({ source: "speech" }),
    ];
    for (const one of bad.slice(0, 3)) expect(() => readRecordings([one])).toThrow(InputError);
    const data = readRecordings(bad, { skipBad: true });
    expect(data.recordings.length).toBe(1);
    expect(data.sources).toEqual([{ file: "speech", records: 1, skipped: 3 }]);
    expect(data.skipped).toEqual([
      expect.stringContaining("b.phn:2"),
      expect.stringContaining("a.wav"),
      "c.wav: cannot be read.",
    ]);
    expect(data.preparation).toEqual({ "recordings without labels left out": 1 });
  });

  test("plain recordings are checked as files are", () => {
    const audio = { rate: RATE, samples, repairs: [] };
    const overlapping = [segments[0]!, { start: 0.1, end: 0.3, label: "b" }];
    expect(() => asRecordings([{ name: "u", audio, segments: overlapping }])).toThrow("intervals may not overlap");
  });

  test("reading stops when its signal is given", async () => {
    const stop = new AbortController();
    async function* endless() {
      for (let i = 0; ; i++) {
        if (i === 20) stop.abort(new Error("enough"));
        yield source();
      }
    }
    await expect(collectRecordings(endless(), {}, { signal: stop.signal })).rejects.toThrow("enough");
  });
});
