/** Recordings and binary vectors: samples are finite, headers are checked, errors are ours. */
import {
  readAudio,
  readVectorsBinary,
  type WordVector,
  writeVectorsBinary,
  writeWav,
} from "../../../src/formats/index.ts";
import { Broken, bytesOf, type Family, magnitude, ownError } from "../family.ts";

const concat = (pieces: Iterable<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat([...pieces]));

const SPHERE_HEADER = [
  "NIST_1A",
  "   1024",
  "sample_rate -i 16000",
  "sample_count -i 4",
  "sample_n_bytes -i 2",
  "channel_count -i 1",
  "sample_byte_format -s2 01",
  "sample_coding -s3 pcm",
  "end_head",
  "",
].join("\n");

function sphere(): Uint8Array {
  const bytes = new Uint8Array(1024 + 8);
  bytes.set(bytesOf(SPHERE_HEADER));
  return bytes;
}

const sound: Family = {
  name: "readers/audio",
  seeds: () => [writeWav([0, 0.5, -0.5, 0.25], 16_000), sphere()],
  run(input) {
    try {
      const { samples, rate } = readAudio(input, { file: "f" });
      if (!(rate > 0 && Number.isFinite(rate))) throw new Broken(`a rate of ${rate}`);
      for (const sample of samples) if (!Number.isFinite(sample)) throw new Broken(`a sample of ${sample}`);
      return `${magnitude(samples.length)} samples`;
    } catch (error) {
      return ownError(error);
    }
  },
};

const sizeOf = (records: readonly WordVector[]) => ({
  count: records.length,
  dimension: records[0]?.vector.length ?? 1,
});

const binaryVectors: Family = {
  name: "readers/vectors-binary",
  seeds: () => [
    concat(
      writeVectorsBinary(
        [
          { word: "dog", vector: Float32Array.of(1, 2, 3) },
          { word: "cat", vector: Float32Array.of(0, -1, 0.5) },
        ],
        { count: 2, dimension: 3 },
      ),
    ),
  ],
  run(input) {
    let records: ReturnType<typeof readVectorsBinary>;
    try {
      records = readVectorsBinary(input, { file: "f" });
    } catch (error) {
      return ownError(error);
    }
    try {
      const again = readVectorsBinary(concat(writeVectorsBinary(records, sizeOf(records))));
      if (JSON.stringify(again) !== JSON.stringify(records)) throw new Broken("what was written reads differently");
    } catch (error) {
      if (error instanceof Broken) throw error;
      throw new Broken(`what was read cannot be written: ${ownError(error)}`);
    }
    return magnitude(records.length);
  },
};

export const SOUNDS: readonly Family[] = [sound, binaryVectors];
