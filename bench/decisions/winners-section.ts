import Table from 'cli-table3';
import { wilsonInterval } from '../../packages/statistics';
import type { Section } from './section';
import { describeShare } from './shares';
import { issueRate, issuesPerReply, maxLatency, meanLatency } from './truths';
import { type Scenario, simulateWinners, type Winners } from './winners';

const RUNS = 10_000;
/** Of those with a better candidate, whose shares need less precision. */
const RUNS_WITH_BETTER = 2000;
const MAX_FALSE_WINNERS = 0.05;
const MAX_UPPER_BOUND = 0.055;

/** With 120 conversations about 36 are held out; with 50 too few, so that all decide with Holm's correction. */
const large = { conversations: 120, holdoutShare: 0.3 };
const small = { conversations: 50, holdoutShare: 0.3 };

const scenarios: (Scenario & { name: string })[] = [
  ...[1, 10, 100].flatMap((candidates) => [
    { name: 'issue rate', truth: issueRate, ...large, candidates, hasBetter: false },
    { name: 'issue rate', truth: issueRate, ...small, candidates, hasBetter: false },
  ]),
  { name: 'issues per reply', truth: issuesPerReply, ...large, candidates: 1, hasBetter: false },
  { name: 'mean latency', truth: meanLatency, ...large, candidates: 1, hasBetter: false },
  { name: 'max latency', truth: maxLatency, ...large, candidates: 10, hasBetter: false },
  { name: 'issue rate', truth: issueRate, ...large, candidates: 1, hasBetter: true },
  { name: 'issue rate', truth: issueRate, ...large, candidates: 10, hasBetter: true },
  { name: 'issue rate', truth: issueRate, ...small, candidates: 10, hasBetter: true },
  { name: 'issues per reply', truth: issuesPerReply, ...large, candidates: 1, hasBetter: true },
  { name: 'mean latency', truth: meanLatency, ...large, candidates: 1, hasBetter: true },
  { name: 'max latency', truth: maxLatency, ...large, candidates: 10, hasBetter: true },
];

/** How often optimization runs name a winner that is none, and find one that is better, next to one test of all pairs. */
export const winnersSection: Section = {
  key: 'winners',
  async run() {
    const measured = [];
    for (const [index, scenario] of scenarios.entries()) {
      const runs = scenario.hasBetter ? RUNS_WITH_BETTER : RUNS;
      const winners = await simulateWinners(scenario, runs, `winners ${index}`);
      measured.push({ ...scenario, truth: scenario.name, winners });
    }
    const table = new Table({
      head: [
        `${RUNS.toLocaleString('en')} runs of each, ${RUNS_WITH_BETTER.toLocaleString('en')} with a better one`,
        'decided on',
        'false winners',
        'better one found',
        'best of the search, p < 0.05',
        'one test of all',
      ],
    });
    for (const { name, candidates, hasBetter, conversations, winners } of measured) {
      const { runs, holdoutCount, falseWinners, trueWinners, uncorrected, fixed } = winners;
      table.push([
        `${name}, ${candidates} candidate${candidates === 1 ? '' : 's'}, ${hasBetter ? 'one better' : 'none better'}`,
        holdoutCount >= 20 ? `${holdoutCount} of ${conversations}, held out` : `all ${conversations}, Holm`,
        describeShare(falseWinners, runs),
        hasBetter ? describeShare(trueWinners, runs) : '',
        describeShare(uncorrected, runs),
        describeShare(fixed, runs),
      ]);
    }
    return { table: table.toString(), goals: goalsOf(measured.map(({ winners }) => winners)), measured };
  },
};

function goalsOf(measured: readonly Winners[]) {
  const worst = Math.max(...measured.map(({ falseWinners, runs }) => falseWinners / runs));
  const bound = Math.max(
    ...measured.map(({ falseWinners, runs }) => wilsonInterval(falseWinners, runs).high),
  );
  return [
    {
      name: 'Percent of runs with a false winner, at most 5',
      measured: 100 * worst,
      isHeld: worst <= MAX_FALSE_WINNERS,
    },
    {
      name: 'Its upper 95% bound in percent, at most 5.5',
      measured: 100 * bound,
      isHeld: bound <= MAX_UPPER_BOUND,
    },
  ];
}
