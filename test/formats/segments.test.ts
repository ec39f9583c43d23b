/** Labelled intervals: TIMIT, HTK, TextGrid. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { InputError } from "../../src/base/errors.ts";
import { readLab, readPhn, type Segment, writeLab, writePhn } from "../../src/formats/sound/segments.ts";
import { readTextGrid, writeTextGrid } from "../../src/formats/sound/textgrid.ts";

const segments = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 50 }),
      length: fc.integer({ min: 1, max: 200 }),
      label: fc.stringMatching(/^[a-zA-Z@#:"-]{1,4}$/),
    }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => {
    let time = 0;
    return parts.map(({ gap, length, label }): Segment => {
      const start = (time + gap) / 100;
      time += gap + length;
      return { start, end: time / 100, label };
    });
  });

const close = (found: readonly Segment[], wanted: readonly Segment[]) => {
  expect(found.map(({ label }) => label)).toEqual(wanted.map(({ label }) => label));
  found.forEach(({ start, end }, i) => {
    expect(start).toBeCloseTo(wanted[i]!.start, 6);
    expect(end).toBeCloseTo(wanted[i]!.end, 6);
  });
};

describe("round trips", () => {
  test("phn, lab and TextGrid keep times and labels", () => {
    fc.assert(
      fc.property(segments, (list) => {
        close(readPhn(writePhn(list)), list);
        close(readLab(writeLab(list)), list);
        close(readTextGrid(writeTextGrid(list, list.at(-1)!.end + 1)), list);
      }),
    );
  });

  test("the short form of a TextGrid, several tiers, points between", () => {
    const text =
      'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n1\n<exists>\n3\n"IntervalTier"\n"words"\n0\n1\n1\n0\n1\n"say ""a"""\n"TextTier"\n"bells"\n0\n1\n1\n0.5\n"ding"\n"IntervalTier"\n"phones"\n0\n1\n2\n0\n0.5\n"ey"\n0.5\n1\n""\n';
    expect(readTextGrid(text)).toEqual([{ start: 0, end: 0.5, label: "ey" }]);
    expect(readTextGrid(text, { tier: "words" })).toEqual([{ start: 0, end: 1, label: 'say "a"' }]);
    expect(() => readTextGrid(text, { tier: "tones", file: "x.TextGrid" })).toThrow(
      'x.TextGrid: no interval tier "tones"; the file has "words", "phones".',
    );
  });
});

describe("what is read can be written", () => {
  test("any lines of numbers and labels are read and written the same, or refused", () => {
    const part = fc.constantFrom(
      "0",
      "1",
      "5",
      "1e21",
      "9".repeat(22),
      " ",
      "\t",
      "\n",
      "\r",
      "a",
      '"',
      "\uFEFF",
      "\u00A0",
    );
    let good = 0;
    const same = (read: (text: string) => Segment[], write: (segments: Segment[]) => string, text: string) => {
      let found: Segment[];
      try {
        found = read(text);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        return;
      }
      if (found.length > 0) good++;
      expect(read(write(found))).toEqual(found);
    };
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        same(readPhn, writePhn, `0 1 ${parts.join("")}`);
        same(readLab, writeLab, `0 1 ${parts.join("")}`);
        const quoted = parts.join("").replaceAll('"', '""');
        const grid = `"ooTextFile" "TextGrid" 0 1 1 "IntervalTier" "a" 0 1 1 0 1 "${quoted}"`;
        same(readTextGrid, (segments) => writeTextGrid(segments, 1), grid);
      }),
      { numRuns: 1000 },
    );
    expect(good).toBeGreaterThan(100);
  });
  test("what could not be read again is not written", () => {
    expect(() => writePhn([{ start: 0, end: 0.00001, label: "a" }])).toThrow("an end at least 1/16000 s later.");
    expect(() => writePhn([{ start: -1, end: 1, label: "a" }])).toThrow("expected a start from 0");
    expect(() => writeLab([{ start: 0, end: 1e20, label: "a" }])).toThrow(InputError);
    expect(() => writeLab([{ start: 0, end: 1, label: "a b" }])).toThrow('cannot hold the label "a b"');
  });
});

describe("bad input", () => {
  test.each([
    [
      "0 100 a\n50 200 b\n",
      2,
      'the interval "b" starts at 0.003125 s, before "a" ends at 0.00625 s; intervals may not overlap.',
    ],
    [
      "0 100 a\n100 100 b\n",
      2,
      'the interval "b" runs from 0.00625 s to 0.00625 s; expected it to end after its start.',
    ],
    ["0 100 a\n\n100 b\n", 3, '"100 b" is not an interval; expected start, end and phone, in samples.'],
    [
      `0 ${"9".repeat(22)} a\n`,
      1,
      `"0 ${"9".repeat(22)} a" is not an interval; expected start, end and phone, in samples.`,
    ],
    ["-1 100 a\n", 1, '"-1 100 a" is not an interval; expected start, end and phone, in samples.'],
  ])("phn %j", (text, line, reason) => {
    try {
      readPhn(text, { file: "u.phn" });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).line).toBe(line);
      expect((error as InputError).message).toBe(`u.phn:${line}: ${reason}`);
    }
  });

  test("lab without times, TextGrids that are none, cut short or with an open quote", () => {
    expect(() => readLab("sil\n")).toThrow("in units of 100 ns");
    expect(() => readTextGrid("hello")).toThrow("line 1: this is not a TextGrid");
    const whole = writeTextGrid([{ start: 0, end: 1, label: "a" }], 1);
    expect(() => readTextGrid(whole.slice(0, whole.indexOf("text =")))).toThrow(
      "the file ends before an item's text; the TextGrid is cut short.",
    );
    expect(() => readTextGrid(whole.replace(/"a"/, '"a'))).toThrow("a quote opened here is never closed");
    expect(() => readTextGrid(whole.replace("size = 1", "size = -1"))).toThrow(
      "line 7: the number of tiers is -1; expected a whole number from 0.",
    );
    expect(() => readTextGrid(whole.replace("xmax = 1", "xmax = 1e999"))).toThrow(
      "line 5: the end time is too large a number.",
    );
  });
});
