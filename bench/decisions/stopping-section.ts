import Table from 'cli-table3';
import type { Section } from './section';
import { describeShare, upperPercent } from './shares';
import { type Endings, simulateStopping, type Truth } from './stopping-early';

const RUNS = 10_000;
const MAX_FALSE_PERCENT = 5;
const stopWhen = { alpha: 0.05, minEffect: 0.1 };

const truths: (Truth & { name: string })[] = [
  { name: 'no difference, 10% discordant', pairs: 400, onlyInOriginal: 0.05, onlyInReply: 0.05 },
  { name: 'no difference, 20% discordant', pairs: 400, onlyInOriginal: 0.1, onlyInReply: 0.1 },
  { name: 'no difference, 20% discordant', pairs: 1000, onlyInOriginal: 0.1, onlyInReply: 0.1 },
  { name: '5 points better, 15% discordant', pairs: 400, onlyInOriginal: 0.1, onlyInReply: 0.05 },
  { name: '10 points better, 20% discordant', pairs: 400, onlyInOriginal: 0.15, onlyInReply: 0.05 },
  { name: '10 points worse, 20% discordant', pairs: 1000, onlyInOriginal: 0.05, onlyInReply: 0.15 },
  { name: '20 points better, 30% discordant', pairs: 400, onlyInOriginal: 0.25, onlyInReply: 0.05 },
];

/** Experiments that end once decided, looked at item by item, next to one test after all items. */
export const stoppingSection: Section = {
  key: 'stopping',
  run() {
    const measured = truths.map((truth) => ({
      ...truth,
      endings: simulateStopping(truth, stopWhen, RUNS, `stopping ${truth.name} ${truth.pairs}`),
    }));
    const table = new Table({
      head: [
        'stop_when, min_effect 10 points',
        'pairs',
        'one test',
        'better',
        'worse',
        'no effect',
        'median',
      ],
    });
    for (const { name, pairs, endings } of measured) {
      const { fixed, better, worse, no_effect: noEffect, medianPairs } = endings;
      const shares = [fixed, better, worse, noEffect].map((found) => describeShare(found, RUNS));
      table.push([name, pairs, ...shares, medianPairs]);
    }
    const worst = Math.max(
      ...measured.map(({ endings, ...truth }) => upperPercent(falseOf(truth, endings), RUNS)),
    );
    const goal = {
      name: 'Percent of false decisions with a look after every item, upper 95% bound, at most 5',
      measured: worst,
      isHeld: worst <= MAX_FALSE_PERCENT,
    };
    return { table: table.toString(), goals: [goal], measured };
  },
};

/** Decisions that the truth contradicts. */
function falseOf(
  { onlyInOriginal, onlyInReply }: Truth,
  { better, worse, no_effect: noEffect }: Endings,
): number {
  const difference = onlyInReply - onlyInOriginal;
  const isLarge = Math.abs(difference) > stopWhen.minEffect - 1e-9;
  return (difference < 0 ? 0 : better) + (difference > 0 ? 0 : worse) + (isLarge ? noEffect : 0);
}
