// Describe images by what a detector found in them, with knowledge from captions (Midge, Mitchell et al. 2012).
import { Describer, formatPenn, learnCaptions, readPenn } from "eigentree";

// Trees of captions. With a parser, captions will do: learnCaptions({ captions, parser, wordnet }).
const captions = [
  "(S (NP (DT A) (JJ brown) (NN dog)) (VP (VBZ is) (VP (VBG sitting) (PP (IN on) (NP (DT a) (JJ green) (NN sofa))))))",
  "(S (NP (CD Two) (NNS men)) (VP (VBP are) (VP (VBG riding) (NP (NNS horses)))))",
];
const trees = readPenn(captions.join("\n").repeat(5));
const { model, report } = await learnCaptions({ trees }); // and wordnet: await findWordNet(), from eigentree/files

const describer = new Describer(model); // or open("midge.model", "captions")
const sofa = describer.describe({
  size: [640, 480],
  objects: [
    { label: "sofa", box: [40, 200, 560, 260], score: 0.97, attributes: { green: 0.9 } },
    { label: "dog", box: [200, 120, 220, 200], score: 0.92, attributes: { brown: 0.8, black: 0.3 } },
  ],
});
console.log(sofa.text);

const men = { label: "man", score: 0.9 };
const horses = { label: "horse", score: 0.8 };
const riders = describer.describe({
  objects: [
    { ...men, box: [10, 10, 50, 100] },
    { ...men, box: [210, 10, 50, 100] },
    { ...horses, box: [0, 60, 90, 90] },
    { label: "horses", box: [200, 60, 90, 90] },
  ],
});
console.log(riders.text);
console.log(formatPenn(riders.sentences[0]!.tree));
console.log(`known: ${report.nouns} nouns`);
