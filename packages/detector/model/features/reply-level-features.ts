import type { WordRange } from '../../evidence/reply-words';
import { computeMean, computeSum, sortDescending } from '../../vectors/float-arrays';
import { FeatureTable } from './feature-table';

const TOPS = [1, 3, 6, 12, 25] as const;
const LEVELS = [0.2, 0.4, 0.6] as const;
const NOVEL = 1;

/** What the models before the reply model say. */
export interface EarlierScores {
  /** Of each word, by the network. */
  words: Float32Array;
  /** Of each sentence, by the sentence model. */
  sentences: Float32Array;
  /** Of the whole reply, by the linear model of its lexical keys. */
  keys: number;
  /** Of the whole reply, by the network. */
  network: number;
}

/** The input of the reply model: one row. */
export function computeReplyFeatures(
  base: FeatureTable,
  sentences: readonly WordRange[],
  earlier: EarlierScores,
): FeatureTable {
  const features = new FeatureTable(1);
  const put = (name: string, value: number): void => {
    features.add(name)[0] = value;
  };
  const { words: probabilities, sentences: sentenceProbabilities } = earlier;
  const count = Math.max(1, probabilities.length);
  const sorted = sortDescending(probabilities);
  for (const top of TOPS) put(`top${top}`, computeMean(sorted.subarray(0, top)));
  put('mean', computeMean(sorted));
  for (const level of LEVELS) put(`above${level}`, sorted.filter((value) => value > level).length);
  put('shareAbove', sorted.filter((value) => value > 0.3).length / count);
  const means = sentences
    .map(({ from, to }) => computeMean(probabilities.subarray(from, to)))
    .sort((a, b) => b - a);
  put('sentenceTop1', means[0] ?? 0);
  put('sentenceTop2', ((means[0] ?? 0) + (means[1] ?? means[0] ?? 0)) / 2);
  put('sentenceMean', means.reduce((total, mean) => total + mean, 0) / Math.max(1, means.length));
  for (const name of [
    'replyLength',
    'evidenceLength',
    'structuredShare',
    'lengthRatio',
    'sentencesAfter',
    'hasPreamble',
  ]) {
    put(name, base.get(name)[0] ?? 0);
  }
  for (const name of [
    'novelIdf',
    'sentenceCoveredShare',
    'copiedRun',
    'isListItem',
    'lexical',
    'localContext',
    'mentionsSource',
    'sentenceCosine',
  ]) {
    put(`${name}Mean`, computeMean(base.get(name)));
  }
  for (const name of ['novelIdf', 'lexical', 'sentenceBestPlace', 'clauseNovelIdf'])
    put(`${name}Max`, findExtreme(base.get(name), Math.max));
  for (const name of ['sentenceCoveredShare', 'clauseCoveredShare', 'sentenceCosine'])
    put(`${name}Min`, findExtreme(base.get(name), Math.min));
  put('novelWords', base.get('novelIdf').filter((value) => value > NOVEL).length);
  put('conflicts', base.get('fieldConflict').filter((value) => value === 1).length);
  put('unknownFields', base.get('fieldConflict').filter((value) => value === 0.5).length);
  put('wrongHours', base.get('hoursOfDay').filter((value) => value === 0).length);
  put('missingDays', findExtreme(base.get('missingDays'), Math.max));
  put('findings', base.get('finding').filter((value) => value > 0).length);
  const ranked = sortDescending(sentenceProbabilities);
  for (const top of [1, 2, 3]) put(`sentence${top}`, ranked[top - 1] ?? 0);
  put('anySentence', 1 - ranked.reduce((none, value) => none * (1 - value), 1));
  put('sentenceSum', computeSum(ranked));
  put('sentenceAverage', computeMean(ranked));
  put(
    'likeliestPlace',
    Math.max(0, sentenceProbabilities.indexOf(ranked[0] ?? 0)) / Math.max(1, ranked.length),
  );
  put('keyScore', earlier.keys);
  put('networkScore', earlier.network);
  return features;
}

function findExtreme(values: Float32Array, choose: (a: number, b: number) => number): number {
  return values.length === 0 ? 0 : values.reduce((chosen, value) => choose(chosen, value));
}
