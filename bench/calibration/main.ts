import Table from 'cli-table3';
import { Command } from 'commander';
import { quantile } from '../../packages/statistics';
import { MIN_REVIEWS } from '../../src/review/calibration/calibration';
import { chooseThreshold } from '../../src/review/calibration/threshold-effect';
import { goalLine, saveReport } from '../report-file';
import { type ReviewedReply, readReviewedReplies } from '../reviewed-replies';
import { exitAfter } from '../run-benchmark';
import {
  countDrawn,
  type ErrorDraws,
  flaggedShares,
  type ScoredReply,
  simulateErrors,
  simulatePerfectScale,
  simulateThreshold,
  type ThresholdDraws,
} from './simulate';

const DRAWS = 1000;
/** The reviews that a calibration needs. */
const SIZE = MIN_REVIEWS;
/** That of the data comes first. */
const ISSUE_RATES = [0.45, 0.2, 0.1];
/** The second one says what more reviews are worth. */
const THRESHOLD_SIZES = [SIZE, 2 * SIZE];
const MAX_FLAGGED_CLEAN_SHARES = [0.1, 0.05, 0.02, 0.01];

/** One number per draw. */
type Values = number[];

interface ErrorRow extends ErrorDraws {
  issueRate: number;
  perfect: Values;
}

interface ThresholdRow extends ThresholdDraws {
  maxFlaggedCleanShare: number;
  size: number;
}

/**
 * `npm run bench:calibration -- --data FILE`: how far calibrated scores are off, and whether thresholds keep their
 * promise, by drawing reviewed samples from labeled replies.
 */
async function main({ data }: { data: string }): Promise<void> {
  const reviewed = await readReviewedReplies(data);
  const replies = reviewed.map((one) => toScored(one, one.score));
  // A draw is measured on as many other replies.
  const errors = ISSUE_RATES.filter((issueRate) => countDrawn(replies, issueRate) >= 2 * SIZE).map(
    (issueRate) => measureErrors(replies, issueRate),
  );
  const thresholds = THRESHOLD_SIZES.filter((size) => replies.length >= 2 * size).flatMap((size) =>
    measureThresholds(replies, size),
  );
  const without = flaggedShares(replies, null);
  process.stdout.write(`${describeErrors(errors)}\n${describeThresholds(thresholds, without)}\n`);
  const byConfidence = reviewed.map((one) => toScored(one, one.confidence));
  for (const [name, scored] of [
    ['score of the reply', replies],
    ['highest confidence of a finding', byConfidence],
  ] as const)
    process.stdout.write(
      `By the ${name}: at most 5% of all clean replies flagged, ${percent(issuesAtFivePercent(scored))}% of the others\n`,
    );
  const goals = thresholds.map(({ maxFlaggedCleanShare, size, clean }) => ({
    name: `Percent of clean replies flagged, at most ${100 * maxFlaggedCleanShare}, on average: ${size} reviews`,
    measured: 100 * meanOf(clean),
    isHeld: meanOf(clean) <= maxFlaggedCleanShare + 2 * standardError(clean),
  }));
  process.stdout.write(`${goals.map(goalLine).join('\n')}\n`);
  const measured = { errors: errors.map(summarize), thresholds: thresholds.map(summarize), without };
  process.stdout.write(`Written to ${saveReport('calibration-', { data, goals, measured })}\n`);
}

function measureErrors(replies: readonly ScoredReply[], issueRate: number): ErrorRow {
  const simulation = { size: SIZE, draws: DRAWS, seed: `calibration ${issueRate}` };
  return {
    issueRate,
    ...simulateErrors(replies, issueRate, simulation),
    perfect: simulatePerfectScale(replies, issueRate, simulation),
  };
}

function measureThresholds(replies: readonly ScoredReply[], size: number): ThresholdRow[] {
  return MAX_FLAGGED_CLEAN_SHARES.flatMap((maxFlaggedCleanShare) => {
    const simulation = { size, draws: DRAWS, seed: `threshold ${size}` };
    const draws = simulateThreshold(replies, maxFlaggedCleanShare, simulation);
    return draws === null ? [] : [{ maxFlaggedCleanShare, size, ...draws }];
  });
}

function toScored(
  { labeledIssues, reportedIssues, suspectedWords }: ReviewedReply,
  score: number,
): ScoredReply {
  const isFlagged = reportedIssues > 0;
  return { score, isFlagged, canBeFlagged: isFlagged || suspectedWords > 0, hasIssue: labeledIssues > 0 };
}

/** The flagged share of replies with an issue, where a threshold is chosen by all clean replies. */
function issuesAtFivePercent(replies: readonly ScoredReply[]): number {
  const threshold = chooseThreshold(
    replies.map((reply) => ({ ...reply, fold: 0 })),
    0.05,
  );
  return flaggedShares(replies, threshold?.flagAbove ?? null).issues;
}

function describeErrors(rows: readonly ErrorRow[]): string {
  const table = new Table({
    head: [
      'issue rate',
      'uncalibrated',
      'cross-fitted',
      'uncalibrated, unseen',
      'calibrated, unseen',
      'perfect',
    ],
    colAligns: ['right', 'right', 'right', 'right', 'right', 'right'],
  });
  for (const { issueRate, ...errors } of rows) {
    const { uncalibrated, crossFitted, uncalibratedUnseen, calibratedUnseen, perfect } = errors;
    const columns = [uncalibrated, crossFitted, uncalibratedUnseen, calibratedUnseen, perfect];
    table.push([percent(issueRate), ...columns.map(describeValues)]);
  }
  return table.toString();
}

function describeThresholds(
  rows: readonly ThresholdRow[],
  without: { clean: number; issues: number },
): string {
  const table = new Table({
    head: ['at most', 'reviews', 'clean flagged', 'shown before', 'issues flagged'],
    colAligns: ['right', 'right', 'right', 'right', 'right'],
  });
  table.push(['no threshold', '', percent(without.clean), '', percent(without.issues)]);
  for (const { maxFlaggedCleanShare, size, clean, issues, shownClean } of rows)
    table.push([
      percent(maxFlaggedCleanShare),
      size,
      describeValues(clean),
      describeValues(shownClean),
      describeValues(issues),
    ]);
  return table.toString();
}

/** Replaces the values of draws by their mean and range. */
function summarize(row: ErrorRow | ThresholdRow) {
  const summary = Object.entries(row).map(([name, value]: [string, number | Values]) => [
    name,
    typeof value === 'number' ? value : { mean: meanOf(value), range: rangeOf(value) },
  ]);
  return Object.fromEntries(summary);
}

/** The mean, and where 90% of the draws are. */
function describeValues(values: readonly number[]): string {
  return `${percent(meanOf(values))} (${rangeOf(values).map(percent).join(' to ')})`;
}

function rangeOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((one, other) => one - other);
  return [0.05, 0.95].map((probability) => quantile(sorted, probability) ?? 0);
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of the mean. */
function standardError(values: readonly number[]): number {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1) / values.length);
}

exitAfter(
  new Command('bench:calibration')
    .requiredOption('--data <file>', 'labeled conversations, one a line, plain or gzipped')
    .action(main)
    .parseAsync(),
);
