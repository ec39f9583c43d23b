// Learn two "phones" from sound, and find them again with their times. Real recordings: eigentree train phones DIR.
import { learnPhones, PhoneTagger } from "eigentree";
import { Random } from "eigentree/base";

const rate = 16_000;
const random = new Random(1);

/** A low and a high hum in turn. */
function recording(name: string) {
  const samples: number[] = [];
  const segments = [];
  for (let s = 0; s < 8; s++) {
    const [label, hertz] = s % 2 === 0 ? (["lo", 300] as const) : (["hi", 2500] as const);
    const start = samples.length / rate;
    const length = (0.1 + 0.1 * random.uniform()) * rate;
    for (let t = 0; t < length; t++)
      samples.push(0.3 * Math.sin((2 * Math.PI * hertz * t) / rate) + 0.01 * random.normal());
    segments.push({ start, end: samples.length / rate, label });
  }
  return { name, audio: { rate, samples: Float32Array.from(samples), repairs: [] }, segments };
}

const training = Array.from({ length: 10 }, (_, i) => recording(`hum ${i}`));
const { model } = await learnPhones(training, { classes: 50, states: 3 });
const test = recording("new hum");
const found = new PhoneTagger(model).tag(test.audio);
const times = (start?: number, end?: number) => `${start?.toFixed(3)}–${end?.toFixed(3)}`;
for (const [i, { start, end, label }] of found.entries()) {
  const gold = test.segments[i];
  console.log(`${label}  ${times(start, end)}   (spoken: ${gold?.label} ${times(gold?.start, gold?.end)})`);
}
