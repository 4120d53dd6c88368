import Table from 'cli-table3';
import { wilsonInterval } from '../../src/statistics/wilson-interval';
import { goalLine, machineFacts, saveReport } from '../report-file';
import { type Alarms, type Comparison, simulateLooks } from './looking-early';

const RUNS = 10_000;
const MAX_FALSE_ALARMS = 0.05;

/** Without a difference and with one, for a little and for much discordance. */
const comparisons: (Comparison & { name: string })[] = [
  { name: 'no difference, 10% discordant', pairs: 400, onlyInFirst: 0.05, onlyInSecond: 0.05 },
  { name: 'no difference, 30% discordant', pairs: 400, onlyInFirst: 0.15, onlyInSecond: 0.15 },
  { name: '5 points better, 15% discordant', pairs: 400, onlyInFirst: 0.1, onlyInSecond: 0.05 },
  { name: '10 points better, 20% discordant', pairs: 400, onlyInFirst: 0.15, onlyInSecond: 0.05 },
];

/**
 * `npm run bench:decisions`: simulates comparisons of two experiments whose result is read after every pair, and
 * prints how often each rule finds a difference, next to one test after all pairs.
 */
function main(): void {
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
    table.push([
      name,
      describeShare(alarms.fixed, alarms),
      describeShare(alarms.pValueAtEveryLook, alarms),
      describeShare(alarms.eValueAtEveryLook, alarms),
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
  const { cores, cpu, node } = machineFacts();
  process.stdout.write(`${cores} cores (${cpu}), Node ${node}\n${table.toString()}\n${goalLine(goal)}\n`);
  process.stdout.write(`Written to ${saveReport('decisions-', { goals: [goal], measured })}\n`);
}

function describeShare(found: number, { runs }: Alarms): string {
  const { low, high } = wilsonInterval(found, runs);
  const percent = (share: number) => (100 * share).toFixed(1);
  return `${percent(found / runs)}% (${percent(low)} to ${percent(high)})`;
}

main();
