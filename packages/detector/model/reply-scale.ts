import type { TrafficKind } from '../contract/traffic';
import type { FeatureTable } from './features/feature-table';
import type { JudgedReply } from './features/judged-reply';

const GRAM_WORDS = 3;

/** What the score of a reply depends on. */
export interface ReplyTraits {
  /** Log-odds of at least one issue, by the models. */
  logOdds: number;
  /** Share of the runs of three words that the evidence does not have, 0..1. */
  novelty: number;
  /** Share of the evidence that is structured data, 0..1. */
  structured: number;
}

/** What is added to the log-odds: a constant, and traits times weights. */
export type ScaleWeights = Record<Exclude<keyof ReplyTraits, 'logOdds'> | 'intercept', number>;

/** What `npm run train:scale` writes: models/reply-scale.json. */
export interface ReplyScale {
  /** Replies with a lower score count as clean, in each kind of traffic. */
  threshold: number;
  traffic: Record<TrafficKind, ScaleWeights>;
}

/** Reads the traits from a reply that scores `score` by the models. */
export function readTraits(score: number, features: FeatureTable, judgedReply: JudgedReply): ReplyTraits {
  const { length, structuredLength } = judgedReply.evidence;
  return {
    logOdds: Math.log(score / (1 - score)),
    novelty: computeNovelty(features.get('copiedBefore')),
    structured: length === 0 ? 0 : structuredLength / length,
  };
}

/** The score that means the same in each kind of traffic: the threshold flags the same share of clean replies. */
export function rescale(traits: ReplyTraits, weights: ScaleWeights): number {
  const logOdds =
    traits.logOdds +
    weights.intercept +
    weights.novelty * traits.novelty +
    weights.structured * traits.structured;
  return 1 / (1 + Math.exp(-logOdds));
}

/** `copied`: for each word how many words up to it the evidence has in a row. A reply of two words is one run. */
function computeNovelty(copied: Float32Array): number {
  const size = Math.min(GRAM_WORDS, copied.length);
  if (size === 0) return 0;
  const ends = copied.subarray(size - 1);
  return ends.filter((count) => count < size).length / ends.length;
}
