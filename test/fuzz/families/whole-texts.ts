/**
 * Readers that take a text whole: errors are ours, and what was read can be written and read again where there is a
 * writer.
 */
import { readAnalogies, readClusters, readWordPairs, WordNet, writeClusters } from "../../../src/data/index.ts";
import { readCocoCategories, readCocoDetections, readScenes, writeScenes } from "../../../src/formats/index.ts";
import { FILES } from "../../data/wordnet/fixture.ts";
import { Broken, bytesOf, type Family, magnitude, ownError, textOf } from "../family.ts";
import { derive, type Rules } from "../grammar.ts";
import { CLUSTERS, COCO, PAIRS, SCENES } from "./rules.ts";

interface Reading<T> {
  readonly read: (text: string) => Iterable<T>;
  readonly write?: (all: readonly T[]) => string;
  /** Reads what was written (read). */
  readonly again?: (text: string) => Iterable<T>;
}

function whole<T>(name: string, rules: Rules, seed: string, { read, write, again = read }: Reading<T>): Family {
  return {
    name: `readers/${name}`,
    seeds: () => [bytesOf(seed)],
    generate: (random) => derive(rules, random),
    run(input) {
      let records: T[];
      try {
        records = [...read(textOf(input))];
      } catch (error) {
        return ownError(error);
      }
      if (write === undefined) return magnitude(records.length);
      try {
        if (JSON.stringify([...again(write(records))]) !== JSON.stringify(records))
          throw new Broken("what was written reads differently");
      } catch (error) {
        throw error instanceof Broken ? error : new Broken(`what was read cannot be written: ${ownError(error)}`);
      }
      return magnitude(records.length);
    },
  };
}

const DETECTIONS = '[{"image_id":42,"category_id":18,"bbox":[1,2,3,4],"score":0.9}]';
const SCENE =
  '[{"image":"12.jpg","size":[500,375],"objects":[{"label":"dog","box":[1,2,3,4]}],"descriptions":["A dog."]}]';

/** The files of a database in one input: name, line end, content; a record separator between two. */
const SEPARATOR = 30;

function filesOf(input: Uint8Array): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = Object.create(null);
  for (let start = 0; start < input.length; ) {
    const end = input.indexOf(SEPARATOR, start) < 0 ? input.length : input.indexOf(SEPARATOR, start);
    const part = input.subarray(start, end);
    const line = part.indexOf(10);
    if (line >= 0) files[textOf(part.subarray(0, line))] = part.subarray(line + 1);
    start = end + 1;
  }
  return files;
}

const wordnet: Family = {
  name: "readers/wordnet",
  seeds: () => {
    const database = Object.entries(FILES);
    return [
      new Uint8Array(
        Buffer.concat(database.flatMap(([name, content]) => [bytesOf(`${name}\n`), content, Uint8Array.of(SEPARATOR)])),
      ),
    ];
  },
  run(input) {
    try {
      const opened = new WordNet(filesOf(input));
      let seen = 0;
      for (const word of ["dog", "dogs", "idea", "ran"]) {
        for (const synset of opened.senses(word))
          seen += opened.lemmas(synset).length + opened.relations(synset).length + opened.gloss(synset).length;
      }
      return `${magnitude(opened.size)} synsets, ${magnitude(seen)}`;
    } catch (error) {
      return ownError(error);
    }
  },
};

export const WHOLE_TEXTS: readonly Family[] = [
  whole("scenes", SCENES, SCENE, { read: (text) => readScenes(text), write: writeScenes }),
  whole("coco", COCO, DETECTIONS, { read: (text) => readCocoDetections(text), write: writeScenes, again: readScenes }),
  whole("coco-categories", COCO, '[{"id":18,"name":"dog"}]', { read: (text) => readCocoCategories(text) }),
  whole("clusters", CLUSTERS, "01\tdog\t3\n10\tcat\t1\n", { read: (text) => readClusters(text), write: writeClusters }),
  whole("word-pairs", PAIRS, "word1\tword2\tscore\ndog\tcat\t7.5\n", { read: (text) => readWordPairs(text) }),
  whole("analogies", PAIRS, ": family\nking queen man woman\n", { read: (text) => readAnalogies(text) }),
  wordnet,
];
