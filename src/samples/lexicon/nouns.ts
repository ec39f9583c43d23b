/**
 * Nouns by what they mean. The class decides which verbs take a noun as subject or object and which prepositional
 * phrases modify it; the trees show only NN and NNS. Within a class the order is that of frequency.
 */
import { wordList } from "./word-list.ts";

export const COUNT_NOUNS = {
  person:
    wordList(`man woman child teacher student doctor friend lawyer officer worker writer neighbour player soldier farmer artist nurse
    president manager engineer scientist king queen judge guard driver singer actor visitor customer tourist baker painter reporter
    hunter sailor pilot priest uncle aunt brother sister cousin father mother son daughter guest stranger witness prisoner general
    captain clerk tailor carpenter plumber gardener poet critic banker minister mayor senator owner leader expert colleague professor`),
  animal:
    wordList(`dog cat horse bird cow fox rabbit mouse wolf bear lion sheep goat duck goose pig elephant monkey snake frog owl eagle
    hen rooster donkey camel tiger deer squirrel turtle whale dolphin puppy kitten pony spider`),
  place:
    wordList(`house park street city school garden kitchen station office river hotel village church museum forest room library
    restaurant market bridge hospital island field theatre factory beach valley airport castle tower prison cellar corridor courtyard
    farm harbour mountain square cottage tunnel warehouse cabin attic lobby stadium meadow temple basement balcony`),
  instrument:
    wordList(`knife telescope hammer camera key spoon rope stick fork brush shovel needle axe saw ladder torch pen pencil microscope
    sword rifle chisel drill wrench ruler broom crowbar magnet mirror radio`),
  feature:
    wordList(`hat beard coat umbrella scarf tail collar moustache tattoo uniform ring necklace glove scar suitcase backpack wig limp
    crown cape ponytail badge jacket sweater belt accent`),
  artefact:
    wordList(`table car door window box chair ship machine picture wall clock lamp bag bottle cup basket engine boat bicycle wagon
    statue painting vase blanket carpet cushion piano guitar violin drum toy kite tent fence roof gate shelf drawer curtain candle barrel
    bucket plate sculpture computer phone television`),
  food: wordList(`apple cake pie egg sandwich potato tomato orange banana cookie pear carrot onion mushroom sausage pancake melon peach plum
    olive biscuit salad lemon steak omelette pizza strawberry cherry`),
  document:
    wordList(`book letter report article story novel poem newspaper magazine essay diary memo contract map script review speech
    paper song film chapter pamphlet biography manual survey`),
  group:
    wordList(`company team government bank army committee council union court agency party university club band crew jury parliament
    board ministry newspaper firm orchestra choir commission department`),
  event:
    wordList(`meeting party war concert game trial election festival wedding race lecture strike storm conference journey dinner
    debate funeral holiday lesson battle ceremony earthquake flood performance interview match vote crisis`),
  time: wordList("day week year month morning evening night summer winter afternoon spring weekend decade"),
  idea: wordList(`plan problem idea question decision law proposal theory rule reason project answer policy method argument mistake
    promise agreement change solution suggestion demand risk threat secret claim rumour belief habit doubt budget tax strategy
    principle tradition dream`),
} as const;

export type CountClass = keyof typeof COUNT_NOUNS;

/** Nouns without a plural. */
export const MASS_NOUNS = {
  substance: wordList(
    "water bread milk wine coffee sand gold rice butter cheese tea beer sugar salt honey soup meat snow wood smoke oil paint",
  ),
  quality:
    wordList(`care patience courage joy anger pride skill enthusiasm caution hesitation difficulty surprise respect confidence
    kindness sadness relief curiosity energy grace`),
  topic:
    wordList(`history music politics art science money health justice freedom education religion poetry philosophy trade nature
    peace technology love death weather`),
} as const;

export type MassClass = keyof typeof MASS_NOUNS;
export type NounClass = CountClass | MassClass;

/** Nouns that another noun of a fitting class precedes in a compound: "kitchen table", "dog food". */
export const COMPOUND_FIRST: Partial<Record<CountClass, readonly CountClass[]>> = {
  artefact: ["place", "artefact"],
  document: ["group", "event", "idea"],
  event: ["group", "time", "place"],
  place: ["animal", "event", "person"],
  idea: ["group", "document"],
  person: ["place", "group"],
  food: ["food", "animal"],
  group: ["place", "idea"],
};
