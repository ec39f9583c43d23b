// A hidden Markov model over symbols, without labels: by the spectral method of Hsu, Kakade and Zhang, and by EM.
import { Random } from "eigentree/base";
import {
  drawHmm,
  filterHmm,
  learnBaumWelch,
  learnSpectralHmm,
  operatorsOf,
  predictNext,
  randomHmm,
} from "eigentree/sequence";

// what the data come from, so that the learnt models can be compared with the truth
const truth = randomHmm(3, 6, new Random(4));
const sequence = drawHmm(truth, 50_000, new Random(1));

const spectral = await learnSpectralHmm([sequence], { states: 3 });
const em = await learnBaumWelch([sequence.subarray(0, 5000)], { states: 3, iterations: 30 });
console.log("singular values", spectral.report.singularValues.map((value) => value.toFixed(3)).join(" "));

const models = { truth: operatorsOf(truth), spectral: spectral.model, EM: operatorsOf(em.model) };
const fresh = drawHmm(truth, 1000, new Random(2));
for (const [name, model] of Object.entries(models)) {
  const next = Array.from(predictNext(model, [0, 1, 2]).probabilities, (p) => p.toFixed(2));
  const each = filterHmm(model, fresh).logProbability / fresh.length;
  console.log(`${name.padEnd(8)}  after 0 1 2: ${next.join(" ")}   log p per symbol ${each.toFixed(3)}`);
}
