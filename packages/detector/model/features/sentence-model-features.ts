import type { WordRange } from '../../evidence/reply-words';
import { computeMean, sortDescending } from '../../vectors/float-arrays';
import { FeatureTable } from './feature-table';

const TOPS = [1, 3, 6] as const;
/** A word from here on is worth counting. */
const SUSPECT = 0.3;
/** Beyond what any of the columns holds. */
const MIN_VALUE = -9;
const MAX_VALUE = 99;
/** Columns that are the same for every word of a sentence. */
const OF_SENTENCE = [
  ...[
    'sentenceWeight',
    'sentenceBestShare',
    'sentenceSecondShare',
    'sentenceCoveredShare',
    'sentenceMissingShare',
  ],
  ...[
    'sentenceCosine',
    'sentenceUnitCover',
    'sentenceNegationGap',
    'sentenceHedgeGap',
    'sentenceQuantifierGap',
  ],
  ...[
    'sentenceOrder',
    'sentenceBestPlace',
    'sentencePlaceChange',
    'sentenceBestIsField',
    'sentenceMatchedShare',
  ],
  ...['sentenceNovelIdf', 'sentenceNovelShare', 'sentenceNovelMax', 'sentenceLikenessMin', 'sentenceLength'],
  ...['sentenceIndex', 'sentencesAfter', 'isListItem', 'mentionsSource', 'hasPreamble', 'structuredShare'],
  ...['replyLength', 'evidenceLength', 'lengthRatio', 'missingDays'],
] as const;
const WITH_MEAN = [
  'lexical',
  'copiedRun',
  'localContext',
  'clauseMatched',
  'novelIdf',
  'isHedge',
  'isCapitalized',
  'isNumber',
] as const;
const WITH_MAX = [
  'lexical',
  'novelIdf',
  'clauseNovelIdf',
  'finding',
  'clauseUnitGap',
  'sentenceGapSigns',
] as const;
const WITH_MIN = [
  'lexical',
  'nameContext',
  'localContext',
  'hoursOfDay',
  'clauseCoveredShare',
  'clauseCosine',
] as const;

/** The input of the sentence model: one row a sentence. `keyScores` are the linear model's views of the sentences' keys. */
export function computeSentenceFeatures(
  base: FeatureTable,
  sentences: readonly WordRange[],
  probabilities: Float32Array,
  keyScores: Float32Array,
): FeatureTable {
  const features = new FeatureTable(sentences.length);
  const addEach = (name: string, compute: (range: WordRange, index: number) => number): void => {
    const column = features.add(name);
    sentences.forEach((range, index) => {
      column[index] = compute(range, index);
    });
  };
  const cut = (column: Float32Array, { from, to }: WordRange): Float32Array => column.subarray(from, to);
  for (const top of TOPS) {
    addEach(`top${top}`, (range) => computeMean(sortDescending(cut(probabilities, range)).subarray(0, top)));
  }
  addEach('mean', (range) => computeMean(cut(probabilities, range)));
  addEach('above', (range) => cut(probabilities, range).filter((value) => value > SUSPECT).length);
  for (const name of OF_SENTENCE) addEach(name, ({ from }) => base.get(name)[from] ?? 0);
  for (const name of WITH_MEAN) addEach(`${name}Mean`, (range) => computeMean(cut(base.get(name), range)));
  for (const name of WITH_MAX) {
    addEach(`${name}Max`, (range) => cut(base.get(name), range).reduce((a, b) => Math.max(a, b), MIN_VALUE));
  }
  for (const name of WITH_MIN) {
    addEach(`${name}Min`, (range) => cut(base.get(name), range).reduce((a, b) => Math.min(a, b), MAX_VALUE));
  }
  addEach(
    'conflicts',
    (range) => cut(base.get('fieldConflict'), range).filter((value) => value === 1).length,
  );
  addEach(
    'unknownFields',
    (range) => cut(base.get('fieldConflict'), range).filter((value) => value === 0.5).length,
  );
  addEach('keyScore', (_, index) => keyScores[index] as number);
  const top = features.get('top3');
  addEach('before', (_, index) => top[index - 1] ?? -1);
  addEach('after', (_, index) => top[index + 1] ?? -1);
  return features;
}
