import Table from 'cli-table3';
import type { Random } from '../analytics/random';
import {
  type IntervalCounts,
  type PairedMeans,
  type PairedRates,
  simulateMeans,
  simulateRates,
} from './paired-intervals';
import type { Section } from './section';
import { describeShare } from './shares';

const MEAN_RUNS = 1000;
const RATE_RUNS = 10_000;
const MAX_FALSE_CALLS = 0.05;

const rates: (PairedRates & { name: string })[] = [
  { name: 'issue rate, no difference, 10% discordant', onlyInFirst: 0.05, onlyInSecond: 0.05 },
  { name: 'issue rate, no difference, 30% discordant', onlyInFirst: 0.15, onlyInSecond: 0.15 },
  { name: 'issue rate, 10 points better, 20% discordant', onlyInFirst: 0.15, onlyInSecond: 0.05 },
];

const means: (PairedMeans & { name: string })[] = [
  {
    name: 'issues per reply, no difference',
    draw: (random) => {
      const shared = countOf(random, 0.2);
      return [shared + countOf(random, 0.1), shared + countOf(random, 0.1)];
    },
    difference: 0,
  },
  {
    name: 'latency, no difference',
    draw: (random) => [skewed(random), skewed(random)],
    difference: 0,
  },
  {
    name: 'latency, 30% slower',
    draw: (random) => [skewed(random), 1.3 * skewed(random)],
    difference: 0.3 * Math.exp(0.5),
  },
  {
    name: 'cost, no difference, one side constant',
    draw: (random) => [Math.exp(0.5), skewed(random)],
    difference: 0,
  },
];

/** Whether the intervals of paired comparisons contain the true difference, and how often the tests are wrong. */
export const intervalsSection: Section = {
  key: 'intervals',
  async run() {
    const measured: (IntervalCounts & { name: string; pairs: number; contradictions?: number })[] = [];
    for (const pairs of [20, 100, 400]) {
      for (const { name, ...truth } of rates) {
        const seed = `intervals ${name} ${pairs}`;
        measured.push({ name, pairs, ...simulateRates(truth, { pairs, runs: RATE_RUNS, seed }) });
      }
    }
    for (const pairs of [10, 20, 100]) {
      for (const { name, ...truth } of means) {
        const seed = `intervals ${name} ${pairs}`;
        measured.push({ name, pairs, ...(await simulateMeans(truth, { pairs, runs: MEAN_RUNS, seed })) });
      }
    }
    const table = new Table({
      head: ['paired comparisons', 'pairs', 'interval has the truth', 'called different', 'contradictions'],
      colAligns: ['left', 'right', 'right', 'right', 'right'],
    });
    for (const { name, pairs, runs, covered, called, contradictions } of measured) {
      const contradicted = contradictions === undefined ? '' : describeShare(contradictions, runs);
      table.push([name, pairs, describeShare(covered, runs), describeShare(called, runs), contradicted]);
    }
    const falseCalls = measured
      .filter(({ name }) => name.startsWith('issue rate, no difference'))
      .map(({ called, runs }) => called / runs);
    const worst = Math.max(...falseCalls);
    const goal = {
      name: 'Percent of false alarms of the exact McNemar test, at most 5',
      measured: 100 * worst,
      isHeld: worst <= MAX_FALSE_CALLS,
    };
    return { table: table.toString(), goals: [goal], measured };
  },
};

/** Lognormal, as latencies and costs often are: the standard deviation is 1.3 times the mean. */
function skewed(random: Random): number {
  return Math.exp(Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next()));
}

/** Poisson, with a small mean. */
function countOf(random: Random, mean: number): number {
  let count = 0;
  for (let product = random.next(); product > Math.exp(-mean); product *= random.next()) count += 1;
  return count;
}
