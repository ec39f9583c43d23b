/** The part of fft.js (which ships no types) that the phone front end calls. */
declare module "fft.js" {
  export default class FFT {
    constructor(size: number);
    createComplexArray(): number[];
    /** Fills the first half of `out`, real and imaginary parts in turn. */
    realTransform(out: ArrayLike<number>, data: ArrayLike<number>): void;
  }
}
