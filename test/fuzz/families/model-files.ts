/**
 * Model files of every kind. The bytes of a file are mutated as they are, which its checksum notices; and its parts are
 * mutated and sealed again with a good checksum, as a hostile writer would. Either it is refused with a ModelFileError,
 * or it predicts without any error but our own.
 */
import { encodeModel, type ModelParts, type Tensor, type TensorData } from "../../../src/base/index.ts";
import { Random } from "../../../src/base/random.ts";
import { openBytes } from "../../../src/kinds/index.ts";
import type { Contract } from "../../models/contract/contract.ts";
import { type Family, ownError } from "../family.ts";

const WORDS = ["The", "dog", "sees", "Zyx", "."];

async function useModel(contract: Contract, bytes: Uint8Array): Promise<string> {
  try {
    const predictor = await openBytes(bytes);
    if ((predictor as { readonly kind: string }).kind === contract.name) contract.predict(predictor, WORDS);
    return "predicts";
  } catch (error) {
    return ownError(error);
  }
}

const seal = async (parts: ModelParts, pack = false): Promise<Uint8Array> =>
  new Uint8Array(Buffer.concat(await encodeModel(parts, { pack })));

const POISON = [0, -1, 1, 2 ** 31 - 1, -(2 ** 31), 2 ** 32 - 1, 1e300, -1e300, Number.POSITIVE_INFINITY, 0.5];

function poisoned({ shape, data }: Tensor, random: Random): Tensor {
  const make = (length: number) => new (data.constructor as { new (length: number): TensorData })(length);
  switch (random.integer(5)) {
    case 0: {
      const copy = make(data.length);
      copy.set(data as never);
      const value = POISON[random.integer(POISON.length)]!;
      for (let i = 1 + random.integer(4); i > 0 && copy.length > 0; i--) copy[random.integer(copy.length)] = value;
      return { shape, data: copy };
    }
    case 1: {
      const shorter = make(random.integer(data.length + 1));
      shorter.set(data.subarray(0, shorter.length) as never);
      return { shape: [shorter.length], data: shorter };
    }
    case 2:
      return { shape: [data.length], data: Float64Array.from(data, Number) };
    case 3:
      return { shape: [data.length, 1], data };
    default:
      return { shape: [0], data: make(0) };
  }
}

const ODD: readonly unknown[] = [null, [], [null], ["a", "a"], "text", 7, { a: 1 }, ["__proto__"]];

/** The parts with one thing changed; which one, the seed says. */
function hostile(parts: ModelParts, random: Random): ModelParts {
  const names = Object.keys(parts.tensors);
  const lists = Object.keys(parts.symbols);
  const options = Object.keys((parts.options ?? {}) as object);
  const odd = () => ODD[random.integer(ODD.length)] as never;
  switch (random.integer(6)) {
    case 0: {
      const { [names[random.integer(Math.max(1, names.length))] ?? ""]: _, ...tensors } = parts.tensors;
      return { ...parts, tensors };
    }
    case 1:
    case 2: {
      const name = names[random.integer(Math.max(1, names.length))];
      if (name === undefined) return parts;
      return { ...parts, tensors: { ...parts.tensors, [name]: poisoned(parts.tensors[name]!, random) } };
    }
    case 3:
      return {
        ...parts,
        symbols: { ...parts.symbols, [lists[random.integer(Math.max(1, lists.length))] ?? "x"]: odd() },
      };
    case 4:
      return {
        ...parts,
        options: { ...(parts.options as object), [options[random.integer(Math.max(1, options.length))] ?? "x"]: odd() },
      };
    default:
      return { ...parts, report: odd() };
  }
}

/** Two families for a kind: its bytes, and its parts under a good checksum. The case of the second is a seed. */
export function modelFamilies(contract: Contract): Family[] {
  const variants = Object.values(contract.variants);
  let models: Promise<ModelParts[]> | undefined;
  const learnt = () =>
    (models ??= (async () => {
      const all: ModelParts[] = [];
      for (const learn of variants) all.push(contract.kind.toParts((await learn({})).model));
      return all;
    })());
  return [
    {
      name: `models/${contract.name}-bytes`,
      seeds: async () => Promise.all((await learnt()).flatMap((parts) => [seal(parts), seal(parts, true)])),
      run: (input) => useModel(contract, input),
    },
    {
      name: `models/${contract.name}-parts`,
      seeds: () => [new Uint8Array(8)],
      generate: (random) => Uint8Array.from({ length: 8 }, () => random.integer(256)),
      async run(input) {
        const random = new Random(Array.from(input).reduce((sum, byte) => (sum * 257 + byte) % 2147483647, 1));
        const all = await learnt();
        let parts = all[random.integer(all.length)]!;
        for (let i = 1 + random.integer(2); i > 0; i--) parts = hostile(parts, random);
        let bytes: Uint8Array;
        try {
          bytes = await seal(parts, random.integer(2) === 1);
        } catch (error) {
          return ownError(error);
        }
        return useModel(contract, bytes);
      },
    },
  ];
}
