import Table from 'cli-table3';
import { type Goal, goalLine, machineFacts, saveReport } from '../report-file';
import { exitAfter } from '../run-benchmark';
import { maxBoundError } from './bound-error';
import { type Endings, plannedPairs, RUNS, simulateGates, suites } from './simulate';

const MAX_FALSE_RED = 16;
const MIN_RED = 148;
const SIZES = [10, 20, 40, 100, 200];
const EFFECTS = [0.02, 0.05, 0.1, 0.2, 0.3];

/** `npm run bench:gate`: simulates how often the gate is red without a change, and with the worsening that it has to find. */
async function main(): Promise<void> {
  const { cores, cpu, node } = machineFacts();
  process.stdout.write(`${cores} cores (${cpu}), Node ${node}\n`);
  const measured = [];
  for (const one of suites) {
    const unchanged = await simulateGates(one, 0);
    const worse = await simulateGates(one, one.minEffect);
    measured.push({ ...one, pairs: plannedPairs(one), unchanged, worse });
  }
  const head = [`red of ${RUNS}`, 'cases', 'files', 'service', 'more failures', 'any new failure'];
  for (const [title, key] of [
    ['no change', 'unchanged'],
    ['worse by the minimum effect', 'worse'],
  ] as const) {
    const table = new Table({ head: [`${title}: ${head[0]}`, ...head.slice(1)] });
    for (const row of measured) table.push([row.name, row.pairs, ...redOf(row[key])]);
    process.stdout.write(`${table.toString()}\n`);
  }
  const errors = SIZES.map((pairs) => ({
    pairs,
    errors: EFFECTS.map((effect) => maxBoundError(pairs, effect)),
  }));
  const table = new Table({
    head: ['not_worse, wrong with probability', ...EFFECTS.map((effect) => `${effect * 100} points`)],
  });
  for (const row of errors)
    table.push([`${row.pairs} cases`, ...row.errors.map((error) => error.toFixed(3))]);
  process.stdout.write(`${table.toString()}\n`);
  const goals = goalsOf(measured);
  process.stdout.write(`${goals.map(goalLine).join('\n')}\n`);
  process.stdout.write(
    `Written to ${saveReport('gate-', { goals, measured: { suites: measured, errors } })}\n`,
  );
}

function redOf({ once, anytime, moreFailures, anyNewFailure }: Endings): number[] {
  return [once.worse, anytime.worse, moreFailures, anyNewFailure];
}

function goalsOf(measured: readonly { unchanged: Endings; worse: Endings }[]): Goal[] {
  const falseRed = Math.max(
    ...measured.flatMap(({ unchanged }) => [unchanged.once.worse, unchanged.anytime.worse]),
  );
  const red = Math.min(...measured.flatMap(({ worse }) => [worse.once.worse, worse.anytime.worse]));
  return [
    {
      name: `Red of ${RUNS} without a change, at most ${MAX_FALSE_RED}`,
      measured: falseRed,
      isHeld: falseRed <= MAX_FALSE_RED,
    },
    {
      name: `Red of ${RUNS} with the minimum effect, at least ${MIN_RED}`,
      measured: red,
      isHeld: red >= MIN_RED,
    },
  ];
}

exitAfter(main());
