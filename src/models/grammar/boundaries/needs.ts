/**
 * Which boundaries a symbol needs to be open. A constituent begins and ends at its own. Its intermediate parts begin
 * where it begins if it is cut to the left, [VP [@VP [@VP V NP] PP] SBAR], and end where it ends if it is cut to the
 * right: parts of the one kind are left children, of the other right children.
 */
import type { Rules } from "../../../charts/phrases/rules.ts";
import { isIntermediate } from "../../../trees/binarize.ts";
import type { Symbols } from "../treebank/symbols.ts";

const BEGIN = 1;
const END = 2;

export function boundaryNeeds({ labels, preterminal }: Symbols, rules: Rules): Uint8Array {
  const [onLeft, onRight] = [new Uint8Array(labels.length), new Uint8Array(labels.length)];
  for (let rule = 0; rule < rules.size; rule++) {
    onLeft[rules.left[rule]!] = 1;
    onRight[rules.right[rule]!] = 1;
  }
  return Uint8Array.from(labels, (label, symbol) => {
    if (preterminal[symbol] === 1) return 0;
    if (!isIntermediate(label)) return BEGIN | END;
    return (onRight[symbol] ? 0 : BEGIN) | (onLeft[symbol] ? 0 : END);
  });
}
