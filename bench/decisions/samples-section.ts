import Table from 'cli-table3';
import { pairsFor, shareOfPairs } from '../../packages/statistics';
import type { Random } from '../analytics/random';
import { type SampledRates, simulateSamples } from './sampled-comparisons';
import type { Section } from './section';
import { describeShare } from './shares';

const RUNS = 2000;
const MAX_FALSE_CALLS = 0.05;
const planned = { alpha: 0.05, power: 0.8 };

/** Mostly near 0 or 1, and drawn for each side apart: equal on average, different in each conversation. */
const drawApart = (random: Random) => [drawRate(random), drawRate(random)] as const;
const drawRate = (random: Random) => Math.sin((Math.PI / 2) * random.next()) ** 6;
/** 70% easy conversations with rates of 5% and 3%, and hard ones with 60% and 40%. */
const drawBetter = (random: Random) =>
  random.next() < 0.7 ? ([0.05, 0.03] as const) : ([0.6, 0.4] as const);
const better = { drawRates: drawBetter, difference: -0.074 };
const effect = { difference: 0.074, discordance: 0.7 * 0.077 + 0.3 * 0.52 };
const within = 0.7 * 0.03 * 0.97 + 0.3 * 0.4 * 0.6;

const equal: (SampledRates & { name: string })[] = [
  [40, 5, 5],
  [15, 1, 5],
  [40, 1, 5],
  [150, 1, 5],
].map(([conversations = 0, first = 0, second = 0]) => ({
  name: 'no difference, rates drawn apart',
  conversations,
  samples: [first, second],
  drawRates: drawApart,
  difference: 0,
}));

const rare: (SampledRates & { name: string })[] = [20, 40].map((conversations) => ({
  name: 'no difference, rate of 10%',
  conversations,
  samples: [1, 5],
  drawRates: () => [0.1, 0.1],
  difference: 0,
}));

const plans: (SampledRates & { name: string })[] = [1, 2, 5, 10].map((samples) => ({
  name: '7.4 points better, planned for 80%',
  conversations: Math.ceil(
    Number(pairsFor(effect, planned)) * shareOfPairs(effect, planned, { samples, within }),
  ),
  samples: [1, samples],
  ...better,
}));

/** Comparisons with several samples of a conversation, next to each sample as a separate pair. */
export const samplesSection: Section = {
  key: 'samples',
  async run() {
    const measured = [];
    for (const { name, ...truth } of [...equal, ...rare, ...plans]) {
      const { conversations, samples } = truth;
      const seed = `samples ${name} ${conversations} ${samples}`;
      measured.push({ name, ...truth, ...(await simulateSamples(truth, { runs: RUNS, seed })) });
    }
    const table = new Table({
      head: [
        'comparisons of samples',
        'conversations',
        'replies',
        'interval has the truth',
        'called different',
        'each sample as a pair',
      ],
      colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
    });
    for (const { name, conversations, samples, covered, called, calledBySample } of measured)
      table.push([
        name,
        conversations,
        samples.join(' and '),
        ...[covered, called, calledBySample].map((found) => describeShare(found, RUNS)),
      ]);
    const falseCalls = measured
      .filter(({ difference }) => difference === 0)
      .map(({ called }) => called / RUNS);
    const worst = Math.max(...falseCalls);
    const goal = {
      name: 'Percent of false alarms of the test of several samples, at most 5',
      measured: 100 * worst,
      isHeld: worst <= MAX_FALSE_CALLS,
    };
    return { table: table.toString(), goals: [goal], measured };
  },
};
