import { mcNemarPValue, type YesCount } from '../../packages/statistics';
import { testPairedShares, type YesCounts } from '../../src/experiments/comparison/paired-test';
import { makeRandom, type Random } from '../analytics/random';

const ALPHA = 0.05;

/** Comparisons of experiments with several samples, of which the mean difference of the rates is known. */
export interface SampledRates {
  conversations: number;
  samples: readonly [first: number, second: number];
  /** The issue rates of both sides in one conversation. */
  drawRates(random: Random): readonly [first: number, second: number];
  /** Second minus first, over all conversations. */
  difference: number;
}

export interface SampledCounts {
  runs: number;
  /** Intervals that contain the true difference. */
  covered: number;
  /** Runs with p < 0.05. */
  called: number;
  /** The same of McNemar's test with each sample of the second side as a separate pair. */
  calledBySample: number;
}

/** Simulates comparisons of issue rates with several samples. Deterministic for a seed. */
export async function simulateSamples(
  { conversations, samples, drawRates, difference }: SampledRates,
  { runs, seed }: { runs: number; seed: string },
): Promise<SampledCounts> {
  const random = makeRandom(seed);
  const counts = { runs, covered: 0, called: 0, calledBySample: 0 };
  for (let run = 0; run < runs; run += 1) {
    const drawn = Array.from({ length: conversations }, () => {
      const [first, second] = drawRates(random);
      return [drawReplies(random, first, samples[0]), drawReplies(random, second, samples[1])] as const;
    });
    const resampling = { seed: `${seed} ${run}`, isReversed: false };
    const counted = drawn.map(([first, second]): YesCounts => [countYes(first), countYes(second)]);
    const { pValue, interval } = await testPairedShares(counted, false, resampling);
    if (interval.low <= difference && difference <= interval.high) counts.covered += 1;
    if (Number(pValue) < ALPHA) counts.called += 1;
    if (pValueBySample(drawn) < ALPHA) counts.calledBySample += 1;
  }
  return counts;
}

/** Whether each reply has an issue. */
type Replies = readonly boolean[];

function drawReplies(random: Random, rate: number, count: number): Replies {
  return Array.from({ length: count }, () => random.next() < rate);
}

function countYes(replies: Replies): YesCount {
  return { yes: replies.filter(Boolean).length, count: replies.length };
}

/** Pairs samples of the same number, or with the only reply of the first side. */
function pValueBySample(drawn: readonly (readonly [first: Replies, second: Replies])[]): number {
  const pairs = drawn.flatMap(([first, second]) =>
    second.map((reply, index) => [first[index] ?? first[0], reply]),
  );
  const count = (inFirst: boolean) =>
    pairs.filter(([first, second]) => first === inFirst && second === !inFirst).length;
  return mcNemarPValue(count(true), count(false));
}
