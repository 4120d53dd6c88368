import { makeRandom, type Random } from '../../../bench/analytics/random';
import type { Interval } from '../../../packages/statistics';
import { type AuditedReply, correctRates } from '../../../src/review/accuracy/correct-rates';
import type { PredictionSums } from '../../../src/review/accuracy/predicted-issues.repository';
import { differRates } from '../../../src/review/accuracy/rate-differences';

const DRAWS = 500;
// Three standard errors of a share of 95% over the draws, rounded outwards.
const WITHIN = { low: 0.92, high: 0.98 };

/** Replies of which `rate` have an issue, by an evaluator that finds some of them and flags some of the others. */
function makeReplies(
  random: Random,
  { count, rate, found, falselyFlagged }: Record<string, number>,
): AuditedReply[] {
  return Array.from({ length: count as number }, (_, index) => {
    const hasIssue = index < (count as number) * (rate as number);
    const isFlagged = random.chance((hasIssue ? found : falselyFlagged) as number);
    return {
      reviewed: { hasIssue, issues: hasIssue ? [{ label: 'fabrication' }] : [] },
      predicted: { issueCount: Number(isFlagged), labels: [] },
    };
  });
}

function sumUp(replies: readonly AuditedReply[]): PredictionSums {
  const flagged = replies.filter(({ predicted }) => predicted.issueCount > 0).length;
  return {
    count: replies.length,
    flagged,
    issues: flagged,
    issuesSquared: flagged,
    labels: [],
    versions: [],
  };
}

function drawSample(replies: readonly AuditedReply[], size: number, random: Random): AuditedReply[] {
  const items = [...replies];
  for (let index = 0; index < size; index += 1) {
    const other = index + random.below(items.length - index);
    [items[index], items[other]] = [items[other] as AuditedReply, items[index] as AuditedReply];
  }
  return items.slice(0, size);
}

/** The share of draws whose interval contains the truth. */
function coverageOf(truth: number, draw: () => Interval | null): number {
  let covered = 0;
  for (let index = 0; index < DRAWS; index += 1) {
    const interval = draw();
    if (interval !== null && interval.low <= truth && truth <= interval.high) covered += 1;
  }
  return covered / DRAWS;
}

function expectNominal(coverage: number): void {
  expect(coverage).toBeGreaterThanOrEqual(WITHIN.low);
  expect(coverage).toBeLessThanOrEqual(WITHIN.high);
}

describe('corrected rates, over repeated samples', () => {
  it('contain no difference of equal rates in 95% of the draws, whatever the evaluators flag', () => {
    const random = makeRandom('differences');
    const good = makeReplies(random, { count: 800, rate: 0.3, found: 0.8, falselyFlagged: 0.1 });
    const biased = makeReplies(random, { count: 500, rate: 0.3, found: 0.5, falselyFlagged: 0.3 });
    const [sums, sumsOfBiased] = [sumUp(good), sumUp(biased)];
    expect(sumsOfBiased.flagged / 500 - sums.flagged / 800).toBeGreaterThan(0.02);

    const coverage = coverageOf(0, () => {
      const second = correctRates(drawSample(good, 120, random), sums).rates;
      const first = correctRates(drawSample(biased, 80, random), sumsOfBiased).rates;
      return differRates(second, first)[0]?.interval ?? null;
    });

    expectNominal(coverage);
  });

  it('contain the rate of a part of the population in 95% of the draws, by the items that are in it', () => {
    const random = makeRandom('parts');
    const part = makeReplies(random, { count: 400, rate: 0.2, found: 0.7, falselyFlagged: 0.15 });
    const rest = makeReplies(random, { count: 800, rate: 0.6, found: 0.7, falselyFlagged: 0.15 });
    const members = new Set(part);
    const sums = sumUp(part);

    const coverage = coverageOf(0.2, () => {
      const sample = drawSample([...part, ...rest], 240, random).filter((reply) => members.has(reply));
      return correctRates(sample, sums).rates[0]?.interval ?? null;
    });

    expectNominal(coverage);
  });
});
