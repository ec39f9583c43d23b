/** Hashes of texts, for features that have no table of their own: FNV-1a with a final spread of the bits. */

/** 32 bits of the text after a prefix number, which keeps features of different kinds apart. */
export function hashText(kind: number, text: string): number {
  let hash = 0x811c9dc5 ^ kind;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Mixes two hashes; the order counts. */
export function joinHashes(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ b;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
