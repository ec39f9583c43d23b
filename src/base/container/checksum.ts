/**
 * A fast 128-bit checksum against damage in storage and transport (not against forgery): four lanes of 32-bit words,
 * each step
 *
 *   h ← (h ⊕ w) · 0x9E3779B1;  h ← h ⊕ (h ≫ 15)
 *
 * Both steps are one-to-one in h and in w, so that a change of a single word always changes the sum.
 */
export class Checksum {
  readonly #lanes = new Int32Array([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344]); // the first digits of π

  /** Adds a run of bytes and its length; the same bytes cut differently give another sum. */
  add(bytes: Uint8Array): this {
    const lanes = this.#lanes;
    const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes); // a Buffer's `slice` is a view
    const count = aligned.length >>> 4;
    const words = new Int32Array(aligned.buffer, aligned.byteOffset, count * 4);
    let [a, b, c, d] = lanes as unknown as [number, number, number, number];
    for (let i = 0; i < words.length; i += 4) {
      a = step(a, words[i]!);
      b = step(b, words[i + 1]!);
      c = step(c, words[i + 2]!);
      d = step(d, words[i + 3]!);
    }
    lanes.set([a, b, c, d]);
    for (let i = count * 16; i < aligned.length; i++) lanes[i & 3] = step(lanes[i & 3]!, aligned[i]!);
    lanes[0] = step(lanes[0]!, aligned.length | 0);
    return this;
  }

  /** 32 hexadecimal digits. */
  toString(): string {
    return Array.from(this.#lanes, (lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
  }
}

function step(h: number, word: number): number {
  h = Math.imul(h ^ word, 0x9e3779b1);
  return h ^ (h >>> 15);
}
