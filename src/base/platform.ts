/**
 * What public types name of the web platform, spelled out: they then need neither the DOM's types nor Node's, and the
 * real things fit them.
 */

/** What can be moved to another thread instead of copied: an `ArrayBuffer`, above all. */
export type Movable = object;

/** A compiled `WebAssembly.Module`. */
export type WasmModule = object;

/** A `WebAssembly.Memory`. */
export interface WasmMemory {
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}
