/**
 * Labels whose moments vanish: too few samples, or none of their features seen often enough. Their operators would
 * carry no mass at all, and no sequence could pass through them. They are given operators without hidden states in
 * place of the estimated ones, by counting:
 *
 *   Ē = u·e_a     U_b = p(b | a)·f_b·uᵀ     U_* = p(* | a)·uᵀ        u the first unit vector, f_b = E[F | b] of mass 1
 *
 * so that the state forgets all but its mass, and label b begins in the state in which it is on average.
 */
import { carryMasses, keptMass, type Operators } from "./moments.ts";

/** Masses are 1 up to sampling noise; what is below this is rounding of nothing. */
const NOTHING = 1e-9;

/** Replaces the operators of such labels in place; gives their numbers. O(labels²·states²). */
export function replaceLostLabels(operators: Operators): number[] {
  const { labelCount: l, states: m, rank, emissions, means, masses, totals } = operators;
  const lost: number[] = [];
  for (let a = 0; a < l; a++) {
    const uninformative = (a * (rank + 1) + rank) * m * m;
    if (totals[a]! > 0 && !(Math.abs(keptMass(emissions, uninformative, operators, a)) > NOTHING)) lost.push(a);
  }
  if (lost.length === 0) return lost;
  for (const a of lost) {
    if (Math.abs(massOf(operators, a)) > NOTHING) continue;
    // Not even its own state has mass: a state of its own is made up.
    for (let h = 0; h < m; h++) means[a * m + h] = masses[a * m + h] = h === 0 ? 1 : 0;
  }
  for (const a of lost) replace(a, operators);
  carryMasses(operators);
  return lost;
}

/** e_a·E[F | a]. */
function massOf({ states: m, means, masses }: Operators, a: number): number {
  let mass = 0;
  for (let h = 0; h < m; h++) mass += masses[a * m + h]! * means[a * m + h]!;
  return mass;
}

function replace(a: number, operators: Operators): void {
  const { labelCount: l, states: m, rank, emissions, transitions, stored, stop, means, masses, order } = operators;
  const size = (rank + 1) * m * m;
  emissions.fill(0, a * size, (a + 1) * size);
  for (let j = 0; j < m; j++) emissions[a * size + rank * m * m + j] = masses[a * m + j]!;
  const count = (b: number) => order.starts[a * (l + 1) + b + 1]! - order.starts[a * (l + 1) + b]!;
  const total = order.starts[(a + 1) * (l + 1)]! - order.starts[a * (l + 1)]!;
  transitions.fill(0, a * l * m * m, (a + 1) * l * m * m);
  stop.fill(0, a * m, (a + 1) * m);
  stop[a * m] = count(l) / total;
  for (let b = 0; b < l; b++) {
    stored[a * l + b] = count(b) > 0 ? 1 : 0;
    const mass = massOf(operators, b);
    const share = count(b) / total / (Math.abs(mass) > NOTHING ? mass : 1);
    for (let i = 0; i < m; i++) transitions[((a * l + b) * m + i) * m] = share * means[b * m + i]!;
  }
}
