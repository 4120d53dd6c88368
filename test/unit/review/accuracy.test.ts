import type { ComparedReview } from '../../../src/conversations/reviews/review.repository';
import { type AuditedReply, correctRates } from '../../../src/review/accuracy/correct-rates';
import { toReviewedIssues } from '../../../src/review/accuracy/reviewed-issues';

const ada = { kind: 'user', id: 'ada', name: 'Ada' } as const;
const ben = { kind: 'user', id: 'ben', name: 'Ben' } as const;

function review(overrides: Partial<ComparedReview>): ComparedReview {
  return {
    messageId: 'm',
    findingId: null,
    verdict: 'clean',
    span: null,
    isAdjudication: false,
    reviewer: ada,
    ...overrides,
  } as ComparedReview;
}
const confirmed = (findingId: string, label: string) =>
  review({
    findingId,
    verdict: 'confirmed',
    span: { messagePartIndex: 0, startOffset: 0, endOffset: 1, label },
  });

describe('toReviewedIssues', () => {
  it('counts the confirmed findings of a reply, each label once', () => {
    const reviews = [
      review({ verdict: 'has_issue' }),
      confirmed('a', 'fabrication'),
      confirmed('b', 'fabrication'),
      review({ findingId: 'c', verdict: 'rejected' }),
    ];

    expect(toReviewedIssues(reviews)).toEqual({ issueCount: 2, labels: ['fabrication'] });
  });

  it('has an issue without a confirmed finding, and none in a clean reply', () => {
    expect(toReviewedIssues([review({ verdict: 'has_issue' })])).toEqual({ issueCount: 1, labels: [] });
    expect(toReviewedIssues([review({}), confirmed('a', 'x')])).toEqual({ issueCount: 0, labels: [] });
  });

  it('is disputed until an adjudication, and null without a review of the reply', () => {
    const disputed = [review({}), review({ verdict: 'has_issue', reviewer: ben })];

    expect(toReviewedIssues(disputed)).toBe('disputed');
    expect(toReviewedIssues([...disputed, review({ isAdjudication: true })])).toMatchObject({
      issueCount: 0,
    });
    expect(toReviewedIssues([confirmed('a', 'x')])).toBeNull();
  });
});

const reply = (reviewed: number, predicted: number): AuditedReply => ({
  reviewed: { issueCount: reviewed, labels: reviewed > 0 ? ['fabrication'] : [] },
  predicted: { messageId: 'm', issueCount: predicted, labels: predicted > 0 ? ['reasoning_error'] : [] },
});

describe('correctRates', () => {
  // Ten replies, of which the evaluator flags four with six issues; five are reviewed.
  const sums = {
    count: 10,
    flagged: 4,
    issues: 6,
    issuesSquared: 12,
    labels: [{ label: 'reasoning_error', flagged: 4 }],
  };
  const sample = [reply(1, 1), reply(2, 0), reply(0, 0), reply(0, 2), reply(0, 0)];

  it('has every rate, corrected and not', () => {
    const { rates } = correctRates(sample, sums);

    expect(rates.map(({ rate, label, uncorrected }) => [rate, label, uncorrected])).toEqual([
      ['issue_rate', null, 0.4],
      ['issues_per_reply', null, 0.6],
      ['label_rate', 'fabrication', 0],
      ['label_rate', 'reasoning_error', 0.4],
    ]);
    // Covariance 0.04, variance 2.4 / 9 over all ten: weight 0.04 / (2 * 0.26667) = 0.075.
    // 0.4 + 0.075 * (0.4 - 0.4): as many are flagged among the others.
    expect(rates[0]?.corrected?.weight).toBeCloseTo(0.075, 12);
    expect(rates[0]?.corrected?.estimate).toBeCloseTo(0.4, 12);
    // No reviewed reply has it.
    expect(rates[3]?.corrected?.estimate).toBeCloseTo(0, 12);
  });

  it('says how often a flag is right, and how many issues are flagged', () => {
    const { precision, recall } = correctRates(sample, sums);

    expect(precision).toMatchObject({ value: 0.5, count: 2 });
    expect(recall).toMatchObject({ value: 0.5, count: 2 });
  });

  it('says how many more reviews halve the interval', () => {
    const large = { ...sums, count: 1_000_000 };

    // Without a finite population four times as many would do.
    expect(correctRates(sample, large).rates[0]?.reviewsToHalve).toBe(15);
    expect(correctRates(sample, sums).rates[0]?.reviewsToHalve).toBe(3);
  });

  it('is null with fewer than three reviews', () => {
    const { rates, precision } = correctRates(sample.slice(2, 4), sums);

    expect(rates[0]).toMatchObject({ corrected: null, uncorrected: 0.4, reviewsToHalve: null });
    expect(correctRates([], sums).precision.value).toBeNull();
    expect(precision.count).toBe(1);
  });
});
