import type { WordRange } from '../reply-words';
import { FeatureTable } from './feature-table';
import { fromHighest, meanOf } from './statistics';

const SHIFTS = [-4, -3, -2, -1, 1, 2, 3, 4] as const;
const REACHES = [2, 5, 10] as const;
const TOP_WORDS = 6;
const KEPT = [
  ...[
    'isContent',
    'idf',
    'support',
    'likeness',
    'novelIdf',
    'isNumber',
    'isCapitalized',
    'isListItem',
    'followsComma',
  ],
  ...[
    'placeInSentence',
    'sentenceLength',
    'clauseLength',
    'place',
    'replyLength',
    'structuredShare',
    'lengthRatio',
  ],
  ...[
    'fieldConflict',
    'finding',
    'lexical',
    'copiedRun',
    'sentenceCoveredShare',
    'clauseCoveredShare',
    'sentenceIndex',
  ],
  ...['sentenceNovelShare', 'localContext', 'sentencesAfter', 'isInQuotes', 'isInParentheses'],
] as const;

/** What the second word model is told: the first one's probabilities for the word, its clause, sentence and reply. */
export function computeSmoothedFeatures(
  base: FeatureTable,
  { sentences, clauses }: { sentences: readonly WordRange[]; clauses: readonly WordRange[] },
  probabilities: Float32Array,
): FeatureTable {
  const count = probabilities.length;
  const features = new FeatureTable(count);
  features.add('p').set(probabilities);
  for (const shift of SHIFTS) {
    const column = features.add(`p${shift < 0 ? '' : '+'}${shift}`);
    for (let i = 0; i < count; i += 1) column[i] = probabilities[i + shift] ?? -1;
  }
  for (const reach of REACHES) addWindow(features, probabilities, reach);
  addRanges(features, 'clause', clauses, probabilities);
  addRanges(features, 'sentence', sentences, probabilities);
  addRanges(features, 'reply', [{ from: 0, to: count }], probabilities);
  addNextTo(features, 'clause', clauses);
  addNextTo(features, 'sentence', sentences);
  for (const name of KEPT) features.add(name).set(base.get(name));
  return features;
}

function addWindow(features: FeatureTable, probabilities: Float32Array, reach: number): void {
  const mean = features.add(`pNear${reach}`);
  const max = features.add(`pMaxNear${reach}`);
  for (let i = 0; i < probabilities.length; i += 1) {
    const from = Math.max(0, i - reach);
    const to = Math.min(probabilities.length, i + reach + 1);
    let sum = 0;
    let highest = 0;
    for (let j = from; j < to; j += 1) {
      sum += probabilities[j] as number;
      highest = Math.max(highest, probabilities[j] as number);
    }
    mean[i] = sum / (to - from);
    max[i] = highest;
  }
}

function addRanges(
  features: FeatureTable,
  prefix: string,
  ranges: readonly WordRange[],
  probabilities: Float32Array,
): void {
  const mean = features.add(`${prefix}Mean`);
  const max = features.add(`${prefix}Max`);
  const top = features.add(`${prefix}Top`);
  for (const { from, to } of ranges) {
    if (to <= from) continue;
    const sorted = fromHighest(probabilities.subarray(from, to));
    const highest = sorted.subarray(0, TOP_WORDS);
    mean.fill(meanOf(sorted), from, to);
    max.fill(sorted[0] as number, from, to);
    top.fill(meanOf(highest), from, to);
  }
}

/** The means of the ranges before and after; -1 where there is none. */
function addNextTo(features: FeatureTable, prefix: string, ranges: readonly WordRange[]): void {
  const mean = features.get(`${prefix}Mean`);
  const before = features.add(`${prefix}Before`);
  const after = features.add(`${prefix}After`);
  ranges.forEach(({ from, to }, index) => {
    const [previous, next] = [ranges[index - 1], ranges[index + 1]];
    before.fill(previous === undefined ? -1 : (mean[previous.from] as number), from, to);
    after.fill(next === undefined ? -1 : (mean[next.from] as number), from, to);
  });
}
