/** WordNet: its words, senses and relations, and how alike senses are. */
export { GLOSS_VECTOR_OPTIONS, type GlossVectorOptions, GlossVectors, type SparseVector } from "./gloss-vectors.ts";
export { type InformationContent, informationContent, type WordCount } from "./information-content.ts";
export { IRREGULAR_FORMS } from "./irregular-forms.ts";
export { LEXICAL_FILES } from "./lexical-files.ts";
export { PARTS_OF_SPEECH, type PartOfSpeech } from "./parts-of-speech.ts";
export {
  jiangConrath,
  jiangConrathDistance,
  leacockChodorow,
  lin,
  pathSimilarity,
  type SynsetSimilarity,
  wuPalmer,
} from "./similarity.ts";
export { type CommonAncestor, Taxonomy, VIRTUAL_ROOT } from "./taxonomy.ts";
export { type BestSenses, WordSimilarity, type WordSimilarityOptions } from "./word-similarity.ts";
export { type Relation, type Synset, WORDNET_FILES, WordNet, type WordNetFiles } from "./wordnet.ts";
