import Table from 'cli-table3';
import { type Comparison, simulateLooks } from './looking-early';
import type { Section } from './section';
import { describeShare } from './shares';

const RUNS = 10_000;
const MAX_FALSE_ALARMS = 0.05;

/** Without a difference and with one, for a little and for much discordance. */
const comparisons: (Comparison & { name: string })[] = [
  { name: 'no difference, 10% discordant', pairs: 400, onlyInFirst: 0.05, onlyInSecond: 0.05 },
  { name: 'no difference, 30% discordant', pairs: 400, onlyInFirst: 0.15, onlyInSecond: 0.15 },
  { name: '5 points better, 15% discordant', pairs: 400, onlyInFirst: 0.1, onlyInSecond: 0.05 },
  { name: '10 points better, 20% discordant', pairs: 400, onlyInFirst: 0.15, onlyInSecond: 0.05 },
];

/** Comparisons of two experiments whose result is read after every pair, next to one test after all pairs. */
export const looksSection: Section = {
  key: 'looks',
  run() {
    const measured = comparisons.map((comparison) => ({
      ...comparison,
      alarms: simulateLooks(comparison, RUNS, `looks ${comparison.name}`),
    }));
    const table = new Table({
      head: [
        `${RUNS.toLocaleString('en')} comparisons of 400 pairs`,
        'one test',
        'p at every look',
        'e at every look',
      ],
    });
    for (const { name, alarms } of measured) {
      const { fixed, pValueAtEveryLook, eValueAtEveryLook } = alarms;
      table.push([
        name,
        ...[fixed, pValueAtEveryLook, eValueAtEveryLook].map((found) => describeShare(found, RUNS)),
      ]);
    }
    const falseAlarms = measured
      .filter(({ onlyInFirst, onlyInSecond }) => onlyInFirst === onlyInSecond)
      .map(({ alarms }) => alarms.eValueAtEveryLook / RUNS);
    const worst = Math.max(...falseAlarms);
    const goal = {
      name: 'Percent of false alarms of the e-value with a look after every pair, at most 5',
      measured: 100 * worst,
      isHeld: worst <= MAX_FALSE_ALARMS,
    };
    return { table: table.toString(), goals: [goal], measured };
  },
};
