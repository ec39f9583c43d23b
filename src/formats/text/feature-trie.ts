/**
 * Features as paths of atoms: `x. Aa s=2` is the atom `s=2` below `Aa` below `x.`. Every path has a number, which is
 * found with one look-up for its last atom, so that features need no texts of their own.
 */

/** No such atom, no such path. */
export const NOWHERE = -1;
/** The empty path. */
const ROOT = 0;
const FIRST_SIZE = 1 << 10;

export class FeatureTrie {
  readonly #atoms = new Map<string, number>();
  readonly #texts: string[] = [];
  /** Parent and last atom of every path; the first is the root. */
  #parents = new Int32Array(FIRST_SIZE);
  #lasts = new Int32Array(FIRST_SIZE);
  #size = 1;
  /** Open addressing: paths by their parent and last atom, 0 where there is none. */
  #table = new Int32Array(2 * FIRST_SIZE);
  /** Whether new atoms and paths are added; otherwise they are not found. */
  #isOpen = true;

  /** The number of paths, the empty one among them: all numbers are below it. */
  get size(): number {
    return this.#size;
  }

  close(): void {
    this.#isOpen = false;
  }

  atom(text: string): number {
    const known = this.#atoms.get(text);
    if (known !== undefined) return known;
    if (!this.#isOpen) return NOWHERE;
    this.#atoms.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  /** The path of an atom, or of an atom below another path. */
  path(atom: number, parent: number = ROOT): number {
    if (atom < 0 || parent < 0) return NOWHERE;
    let slot = this.#slotOf(parent, atom);
    const found = this.#table[slot]!;
    if (found !== 0 || !this.#isOpen) return found === 0 ? NOWHERE : found;
    if (this.#size === this.#parents.length) {
      this.#grow();
      slot = this.#slotOf(parent, atom);
    }
    this.#parents[this.#size] = parent;
    this.#lasts[this.#size] = atom;
    this.#table[slot] = this.#size;
    return this.#size++;
  }

  /** The atoms of a path with blanks between them. */
  nameOf(path: number): string {
    const last = this.#texts[this.#lasts[path]!]!;
    const parent = this.#parents[path]!;
    return parent === ROOT ? last : `${this.nameOf(parent)} ${last}`;
  }

  /** The path of a name as `nameOf` gives it. */
  named(name: string): number {
    return name.split(" ").reduce((path, text) => this.path(this.atom(text), path), ROOT);
  }

  /** Where the path is in the table, or the empty slot for it. */
  #slotOf(parent: number, atom: number): number {
    const mask = this.#table.length - 1;
    let hash = Math.imul(parent, 0x9e3779b1) ^ Math.imul(atom, 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    for (;;) {
      const path = this.#table[slot]!;
      if (path === 0 || (this.#parents[path] === parent && this.#lasts[path] === atom)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const [parents, lasts] = [this.#parents, this.#lasts];
    this.#parents = new Int32Array(2 * parents.length);
    this.#lasts = new Int32Array(2 * lasts.length);
    this.#parents.set(parents);
    this.#lasts.set(lasts);
    this.#table = new Int32Array(2 * this.#table.length);
    for (let path = 1; path < this.#size; path++) this.#table[this.#slotOf(parents[path]!, lasts[path]!)] = path;
  }
}
