import Table from 'cli-table3';
import { Command } from 'commander';
import type { LabeledItem } from '../../packages/statistics';
import { makeRandom } from '../analytics/random';
import { describeShare } from '../decisions/shares';
import { goalLine, saveReport } from '../report-file';
import { type ReviewedReply, readReviewedReplies } from '../reviewed-replies';
import { exitAfter } from '../run-benchmark';
import { type Coverage, simulateCoverage, simulateDifference, simulatePart } from './coverage';

const SAMPLE_SIZES = [50, 200];
const DRAWS = 1000;
// What sampling error leaves of a nominal 95% over 1,000 draws.
const COVERAGE_GOAL = { low: 0.93, high: 0.97, size: 200 };
/** The task of the replies that a filter selects. */
const PART = 'QA';
/** Of fewer, a part has too few to count issues. */
const MIN_DIVIDED_SIZE = 200;
/** A judge that misses half of the issues and reports an issue in a fifth of the clean replies. */
const STUB_SENSITIVITY = 0.5;
const STUB_FALSE_ALARMS = 0.2;

interface Row extends Coverage {
  name: string;
  size: number;
}

/**
 * `npm run bench:corrected -- --data FILE`: whether corrected rates contain the truth, by drawing audit samples from
 * labeled replies whose true rate is known.
 */
async function main({ data }: { data: string }): Promise<void> {
  const replies = await readReviewedReplies(data);
  const sides = [
    { evaluator: 'embedded evaluator', replies },
    { evaluator: 'biased stub judge', replies: withStubJudge(replies) },
  ];
  const rows = sides.flatMap(({ evaluator, replies }) =>
    SAMPLE_SIZES.flatMap((size) => measureAll(evaluator, replies, size)),
  );
  process.stdout.write(`${describe(rows)}\n`);
  const goals = rows
    .filter(({ size }) => size === COVERAGE_GOAL.size)
    .map(({ name, covered, draws }) => ({
      name: `Percent of 95% intervals that contain the truth, 93 to 97: ${name}`,
      measured: (100 * covered) / draws,
      isHeld: covered / draws >= COVERAGE_GOAL.low && covered / draws <= COVERAGE_GOAL.high,
    }));
  process.stdout.write(`${goals.map(goalLine).join('\n')}\n`);
  process.stdout.write(`Written to ${saveReport('corrected-', { data, goals, measured: rows })}\n`);
}

function measureAll(evaluator: string, replies: readonly ReviewedReply[], size: number): Row[] {
  const measures = [
    { rate: 'issue rate', isBinary: true, toItem: toIssue },
    { rate: 'issues per reply', isBinary: false, toItem: toCount },
  ];
  return measures.flatMap(({ rate, isBinary, toItem }): Row[] => {
    const simulation = { size, draws: DRAWS, seed: `corrected ${evaluator} ${size}`, isBinary };
    const items = replies.map((reply) => ({ ...toItem(reply), ...reply }));
    // Lines alternate between the models that replied to a source, as two experiments on the same conversations.
    const [first, second] = [0, 1].map((half) => items.filter(({ line }) => line % 2 === half));
    const isInPart = ({ task }: ReviewedReply) => task === PART;
    const whole = { name: `${rate}, ${evaluator}`, size, ...simulateCoverage(items, simulation) };
    if (size < MIN_DIVIDED_SIZE || !items.some(isInPart)) return [whole];
    const difference = simulateDifference(first ?? [], second ?? [], simulation);
    const part = simulatePart(items, isInPart, simulation);
    const share = part.population / whole.population;
    return [
      whole,
      { name: `difference of the ${rate}, ${evaluator}`, size, ...difference },
      // A part has its share of the sample, so fewer than the goal is about.
      { name: `${rate} of a part, ${evaluator}`, size: Math.round(size * share), ...part },
    ];
  });
}

function toIssue({ labeledIssues, reportedIssues }: ReviewedReply): LabeledItem {
  return { reviewed: Number(labeledIssues > 0), predicted: Number(reportedIssues > 0) };
}

function toCount({ labeledIssues, reportedIssues }: ReviewedReply): LabeledItem {
  return { reviewed: labeledIssues, predicted: reportedIssues };
}

function withStubJudge(replies: readonly ReviewedReply[]): ReviewedReply[] {
  const random = makeRandom('corrected stub');
  return replies.map(({ labeledIssues, ...reply }) => {
    const isReported = random.chance(labeledIssues > 0 ? STUB_SENSITIVITY : STUB_FALSE_ALARMS);
    return { ...reply, labeledIssues, reportedIssues: isReported ? Math.max(1, labeledIssues) : 0 };
  });
}

function describe(rows: readonly Row[]): string {
  const table = new Table({
    head: [
      'rate',
      'replies',
      'truth',
      'uncorrected',
      'reviewed',
      'interval has the truth',
      'width',
      'reviews alone',
      'width',
    ],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
  });
  for (const row of rows) {
    const { name, population, truth, uncorrected, size, covered, draws, meanWidth, reviewsOnly } = row;
    table.push([
      name,
      population,
      truth.toFixed(3),
      uncorrected.toFixed(3),
      size,
      describeShare(covered, draws),
      meanWidth.toFixed(3),
      describeShare(reviewsOnly.covered, draws),
      reviewsOnly.meanWidth.toFixed(3),
    ]);
  }
  return table.toString();
}

exitAfter(
  new Command('bench:corrected')
    .requiredOption('--data <file>', 'labeled conversations, one a line, plain or gzipped')
    .action(main)
    .parseAsync(),
);
