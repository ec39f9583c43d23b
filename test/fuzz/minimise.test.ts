/** Failing inputs are shrunk to what matters. */
import { expect, test } from "vitest";
import { minimise } from "./minimise.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("what matters is all that is left of a failing input", async () => {
  const fails = async (input: Uint8Array) => /a.*b/s.test(new TextDecoder().decode(input));
  const small = await minimise(bytes("xxxxxaxxxxxxxxbxxxx"), fails);
  expect(new TextDecoder().decode(small)).toBe("ab");
  expect(await minimise(bytes("ab"), fails)).toEqual(bytes("ab"));
  expect(await minimise(bytes(""), async () => true)).toHaveLength(0);
});
