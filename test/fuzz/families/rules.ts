/** Rules of the formats, with what is nearly right among what is right. */
import type { Rules } from "../grammar.ts";

const LABELS = ["NP", "NP-SBJ-1", "-NONE-", "S", "X|Y", "", "-LRB-"];

// biome-ignore format: lists of short texts
export const PENN: Rules = {
  start: ["«tree» «end»", "«tree» «end»«start»", "# «word» «end»«start»", "(«end»«tree» )«end»"],
  tree: ["(«label» «word»)", "(«label» «blank»«tree» «tree» )", "( «tree» )", "(«label» «tree» «end»)", "(«label»)", "()", "(«label» «word» «word»)"],
  label: LABELS,
};

export const CONLLU: Rules = {
  start: ["«row»«end»", "«row»«row»«end»", "# text = «word»\n«row»«start»", "«row»«row»«row»\n«start»"],
  row: [
    `«id»\t«word»\t_\tNOUN\tNN\t«feats»\t«head»\tdep\t«deps»\t_\n`,
    `«id»\t«word»\t«word»\t_\t_\t_\t«head»\t_\t_\tSpaceAfter=No\n`,
    "1\tdog\tdog\tNOUN\tNN\t_\t0\troot\t_\t_\n",
    `«id»\t«word»«blank»«word»«end»`,
  ],
  id: ["1", "2", "3", "1-2", "2-3", "1.1", "0.1", "«number»"],
  head: ["0", "1", "2", "3", "_", "«number»"],
  feats: ["_", "Case=Nom", "Case=Nom|Num=«word»", "|", "=", "Case"],
  deps: ["_", "0:root", "1:a|2:b", "1.1:x", ":"],
};

// biome-ignore format: lists of short texts
export const NEGRA: Rules = {
  start: ["«sentence»", "#FORMAT «format»\n«sentence»", "#FORMAT 3\n«sentence»«sentence»", "%% «word»\n«start»"],
  format: ["3", "4", "«number»"],
  sentence: ["#BOS «number» 1 1 1«comment»\n«rows»#EOS «number»\n", "#BOS 1\n«rows»#EOS 1\n", "«rows»"],
  comment: ["", " %% «word»", " %%"],
  rows: ["", "«row»«rows»", "«row»«row»«rows»"],
  row: ["«word»\tART\t--\tNK\t«parent»\n", "#«node»\tNP\t--\t--\t«parent»\n", "«word»\tlemma\tART\t--\tNK\t«parent»«comment»\n", "«word»\tNN\t--\tNK\t500\tR\t501\n"],
  node: ["500", "501", "502", "«number»"],
  parent: ["0", "500", "501", "499", "«number»"],
};

// biome-ignore format: lists of short texts
export const TIGER: Rules = {
  start: ['<corpus id="c"><body>«sentences»</body></corpus>', "<corpus>«sentences»</corpus>", '<?xml version="1.0"?>«start» '],
  sentences: ["", "«sentence»", "«sentence» <!-- «word» -->«sentence»"],
  sentence: ['<s id="s1"><graph root="«node»"><terminals>«words»</terminals><nonterminals>«nodes»</nonterminals></graph></s>'],
  words: ["", "«terminal»«words»", "«terminal»«terminal»«words»"],
  terminal: ['<t id="«node»" word="«text»" pos="NN" morph="--"/>', '<t id="«node»" word="a">«edge»</t>', '<t id="s1_1" word="a" pos="N"/>'],
  nodes: ["", '<nt id="«node»" cat="NP">«edge»«edge»</nt>«nodes»'],
  edge: ["", '<edge label="NK" idref="«node»"/>', '<secedge label="SB" idref="«node»"/>'],
  node: ["s1_1", "s1_2", "s1_500", "s1_501", "«word»"],
  text: ["«word»", "&amp;", "&lt;", "&#65;", "&#x110000;", "&#0;", "&unknown;"],
};

export const TABLE: Rules = {
  start: ["«row»\n", "«row»«end»«start»", "«row»\n«row»\n\n«start»"],
  row: ["«word»", "«word»«blank»«row»", "«word»«blank»«word»", "«number»«blank»«word»", "B-NP«blank»I-NP"],
};

export const TAGGED: Rules = {
  start: ["«word»/NN\n", "«word»/«tag» «start»", "«word»/«tag»«end»«start»", "«word»\\/«word»/«tag» «start»"],
  tag: ["NN", "VB|NN", "«word»", ""],
};

export const VECTORS: Rules = {
  start: ["«rows»", "«number» «number»\n«rows»", "2 1\n«rows»", "1 2\n«rows»"],
  rows: ["", "«word» «number»\n«rows»", "«word» «number» «number»\n«rows»", "«word» «number» «number»«end»«rows»"],
};

export const CAPTIONS: Rules = {
  start: ["«row»\n", "«row»«end»«start»"],
  row: ["«name»\t«text»", "«text»", "«number»\t«text»\t«text»", "«text»\t«text»"],
  name: ["1.jpg#0", "1.jpg#1", "a b#2", "#1", "x#", " y#01 ", "z#1#2"],
  text: ["«word»", "«phrase»", "«word» «text»", "«phrase» «text»"],
  phrase: [
    "[/EN#1/people «word»]",
    "[/EN#0/notvisual «word» «word»]",
    "[/EN#«number»/«word» «word»]",
    "[«word»]",
    "[/EN#",
  ],
};

// biome-ignore format: lists of short texts
const JSON_VALUES: Rules = {
  text: ['"dog"', '"a dog"', '""', '" "', '"\\u0000"', '"\\ud800"', '"__proto__"', '"é🐕"', "«number»", "null"],
  number: ["1", "0", "0.5", "-1", "-0", "1e400", "1e308", "9007199254740993", "01", "true", "[]"],
  boxes: ["[1,2,3,4]", "[0,0,0,0]", "[«number»,«number»,«number»,«number»]", "[1,2]", "[1,2,-3,4]"],
  detections: ["", "«detection»", "«detection»,«detections»"],
  detection: ['{"label":«text»,"box":«boxes»}', '{"label":"dog","box":[1,2,3,4],"score":«number»}', '{"label":"dog","box":[1,2,3,4],"score":1,"attributes":{«text»:«number»,"red":0.5}}'],
  texts: ["", "«text»", "«text»,«texts»"],
};

export const SCENES: Rules = {
  ...JSON_VALUES,
  start: ["[«scenes»]", "«scene»"],
  scenes: ["«scene»", "«scene»,«scenes»", ""],
  scene: [
    '{"image":«text»}',
    '{"image":"1.jpg","size":[«number»,«number»],"objects":[«detections»],"descriptions":[«texts»]}',
    '{"image":"2.jpg","objects":[«detections»],"descriptions":["A dog."]}',
  ],
};

export const COCO: Rules = {
  ...JSON_VALUES,
  start: ["[«list»]", '{"categories":[«names»]}', "[«names»]"],
  list: ["", "«one»", "«one»,«list»"],
  one: [
    '{"image_id":42,"category_id":18,"bbox":[1,2,3,4],"score":0.9}',
    '{"image_id":«text»,"category_id":«number»,"bbox":«boxes»,"score":«number»}',
  ],
  names: ["", "«name»", "«name»,«names»"],
  name: ['{"id":18,"name":"dog"}', '{"id":«number»,"name":«text»}'],
};

// biome-ignore format: lists of short texts
export const LABELLED: Rules = {
  ...JSON_VALUES,
  start: ["«row»\n", "«row»\n«start»", "«row»«end»«start»"],
  row: ['{"caption":"A man in the air","phrases":[«phrases»]}', '{"image":«text»,"caption":«text»,"phrases":[«phrases»],"detections":[«detections»]}', '{"caption":"dog","phrases":[{"start":0,"end":3,"label":"visual"}]}'],
  phrases: ["", "«phrase»", "«phrase»,«phrases»"],
  phrase: ['{"start":0,"end":5,"label":"visual"}', '{"start":9,"end":16,"label":"nonvisual"}', '{"start":«number»,"end":«number»,"label":«text»}'],
};

export const CLUSTERS: Rules = {
  start: ["«row»\n", "«row»«end»«start»"],
  row: ["«path»\t«word»", "«path»\t«word»\t«number»", "01\t«word» «word»\t3"],
  path: ["0", "1", "0110", "", "2", "«word»"],
};

export const PAIRS: Rules = {
  start: ["«row»\n", "«row»«end»«start»", "word word score\n«start»", ": section\n«start»", "# «word»\n«start»"],
  row: ["«word»«blank»«word»«blank»«number»", "«word» «word» «word» «word»", "dog cat 3"],
};
