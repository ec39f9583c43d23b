// Which noun phrases of a caption can be seen in the image? Learnt from a few captions in the markup of Flickr30k
// Entities.
import { learnSequence, learnVisual, readSequences, VisualText } from "eigentree";
import { sequenceToParts } from "eigentree/sequence";
import { markedText, readCaptionLabels } from "eigentree/visual-text";

const labelled = [
  "[/EN#1/animals A brown dog] sleeps on [/EN#2/scene the porch] in [/EN#0/notvisual the morning] .",
  "[/EN#3/people A boy] reads [/EN#4/other a book] for [/EN#0/notvisual no reason] .",
  "[/EN#5/people Two women] wait near [/EN#6/vehicles a red car] at [/EN#0/notvisual the end] of [/EN#0/notvisual the day] .",
  "[/EN#7/animals The dog] chases [/EN#8/other a ball] with [/EN#0/notvisual great joy] .",
];
const { captions } = readCaptionLabels(labelled.join("\n"));

// A tagger finds the noun phrases of new captions; here it learns from three sentences, elsewhere open("en",
// "sequence").
const tagged = `A/DT brown/JJ dog/NN chases/VBZ two/CD women/NNS near/IN the/DT car/NN ./.
The/DT boy/NN waits/VBZ near/IN the/DT car/NN in/IN the/DT morning/NN for/IN no/DT reason/NN ./.
A/DT red/JJ ball/NN sleeps/VBZ at/IN the/DT end/NN of/IN the/DT day/NN ./.
`;
const tagger = await learnSequence(readSequences(tagged, { input: "tagged" }), { states: 2 });

const { model, report } = await learnVisual(
  { captions, parser: sequenceToParts(tagger.model) },
  { l2: 1, minCount: 1 },
);
console.log(`${report.phrases} phrases, ${Math.round(100 * report.visual)} % of them visual`);
console.log(markedText(new VisualText(model).mark("The brown dog waits near a car in the morning.")));
