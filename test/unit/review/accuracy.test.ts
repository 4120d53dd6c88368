import { type AuditedReply, correctRates } from '../../../src/review/accuracy/correct-rates';
import { toReviewedIssues } from '../../../src/review/accuracy/reviewed-issues';
import { type AuditedSample, toSampledAccuracy } from '../../../src/review/accuracy/sampled-accuracy';
import type { ComparedReview } from '../../../src/review/reviews/review.repository';

const ada = { kind: 'user', id: 'ada', name: 'Ada', userId: 'ada' } as const;
const ben = { kind: 'user', id: 'ben', name: 'Ben', userId: 'ben' } as const;

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
const span = (label: string) => ({ messagePartIndex: 0, startOffset: 0, endOffset: 1, label });
const confirmed = (findingId: string, label: string) =>
  review({ findingId, verdict: 'confirmed', span: span(label) });

describe('toReviewedIssues', () => {
  it('has the confirmed findings of a reply', () => {
    const reviews = [
      review({ verdict: 'has_issue' }),
      confirmed('a', 'fabrication'),
      confirmed('b', 'fabrication'),
      review({ findingId: 'c', verdict: 'rejected' }),
    ];

    expect(toReviewedIssues(reviews, ['a', 'c'])).toEqual({
      hasIssue: true,
      issues: [span('fabrication'), span('fabrication')],
    });
  });

  it('does not count issues while a finding is not decided, or none is confirmed', () => {
    const hasIssue = review({ verdict: 'has_issue' });
    const undecided = { hasIssue: true, issues: null };

    expect(toReviewedIssues([hasIssue], [])).toEqual(undecided);
    expect(toReviewedIssues([hasIssue, confirmed('a', 'x')], ['a', 'b'])).toEqual(undecided);
    const disputed = [
      hasIssue,
      confirmed('a', 'x'),
      review({ findingId: 'a', verdict: 'rejected', reviewer: ben }),
    ];
    expect(toReviewedIssues(disputed, ['a'])).toEqual(undecided);
  });

  it('has no issue in a clean reply, whatever is confirmed of it', () => {
    const none = { hasIssue: false, issues: [] };

    expect(toReviewedIssues([review({}), confirmed('a', 'x')], ['a', 'b'])).toEqual(none);
  });

  it('is disputed until an adjudication, and null without a review of the reply', () => {
    const disputed = [review({}), review({ verdict: 'has_issue', reviewer: ben })];

    expect(toReviewedIssues(disputed, [])).toBe('disputed');
    const decided = toReviewedIssues([...disputed, review({ isAdjudication: true })], []);
    expect(decided).toMatchObject({ hasIssue: false });
    expect(toReviewedIssues([confirmed('a', 'x')], ['a'])).toBeNull();
  });

  it('has the label of the adjudication, also after a later review', () => {
    const adjudicated = { ...confirmed('a', 'fabrication'), isAdjudication: true };
    const reviews = [review({ verdict: 'has_issue' }), adjudicated, confirmed('a', 'reasoning_error')];

    expect(toReviewedIssues(reviews, ['a'])).toMatchObject({ issues: [{ label: 'fabrication' }] });
  });
});

const reply = (reviewed: number, predicted: number): AuditedReply => ({
  reviewed: {
    hasIssue: reviewed > 0,
    issues: Array(reviewed).fill({ label: 'fabrication' }),
  },
  predicted: { issueCount: predicted, labels: predicted > 0 ? ['reasoning_error'] : [] },
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
    const { rates, undecidedCount } = correctRates(sample, sums);

    expect(undecidedCount).toBe(0);
    expect(rates.map(({ rate, label, uncorrected }) => [rate, label, uncorrected])).toEqual([
      ['issue_rate', null, 0.4],
      ['issues_per_reply', null, 0.6],
      ['label_rate', 'fabrication', 0],
      ['label_rate', 'reasoning_error', 0.4],
    ]);
    // As many are flagged among the others as in the sample, so the correction is zero: two of five.
    expect(rates[0]?.estimate).toBeCloseTo(0.4, 12);
    // Covariance of 1 and 0, 2 and 0, 0 and 2: -0.16, so the weight is 0 and the mean of the reviews remains.
    expect(rates[1]?.estimate).toBeCloseTo(0.6, 12);
    // No reviewed reply has it.
    expect(rates[3]?.estimate).toBeCloseTo(0, 12);
  });

  it('corrects the issue rate alone while a finding is not decided', () => {
    const undecided = { ...reply(1, 1), reviewed: { hasIssue: true, issues: null } };

    const { rates, undecidedCount, recall } = correctRates([undecided, ...sample.slice(1)], sums);

    expect(undecidedCount).toBe(1);
    expect(rates.map(({ rate, estimate }) => [rate, estimate === null])).toEqual([
      ['issue_rate', false],
      ['issues_per_reply', true],
      ['label_rate', true],
    ]);
    expect(recall.count).toBe(2);
  });

  it('is within the possible values where the estimate of a rare label is not', () => {
    const labeled = [reply(1, 1), reply(0, 1), reply(0, 1), ...Array(197).fill(reply(0, 0))];
    const rare = { ...sums, count: 1512, flagged: 7, issues: 7, issuesSquared: 7, labels: [] };

    const [rate] = correctRates(labeled, rare).rates;

    expect(rate?.estimate).toBe(0);
    expect(rate?.interval?.low).toBe(0);
    expect(rate?.interval?.high).toBeGreaterThan(0);
  });

  it('has no interval for counts of which the sample has no variance', () => {
    const { rates } = correctRates(Array(50).fill(reply(0, 0)), { ...sums, count: 1000 });

    expect(rates[1]).toMatchObject({ estimate: 0, interval: null, reviewsToHalve: null });
    expect(rates[0]?.interval?.high).toBeGreaterThan(0);
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
    expect(correctRates([...sample, ...sample], sums).rates[0]?.reviewsToHalve).toBe(0);
  });

  it('is null while a reply is disputed, because the others are easier than the population', () => {
    const audited = { sample, sums, queue: { id: 'q' }, population: {}, leftOutCount: 0 };
    const ofDisputed = (disputedCount: number) =>
      toSampledAccuracy({ ...audited, disputedCount } as unknown as AuditedSample, []);

    expect(ofDisputed(0).rates[0]?.estimate).not.toBeNull();
    expect(ofDisputed(1)).toMatchObject({ reviewedCount: sample.length, precision: { value: null } });
    expect(ofDisputed(1).rates[0]).toMatchObject({ estimate: null, interval: null, uncorrected: 0.4 });
  });

  it('is null with fewer than three reviews', () => {
    const { rates, precision } = correctRates(sample.slice(2, 4), sums);

    expect(rates[0]).toMatchObject({ estimate: null, uncorrected: 0.4, reviewsToHalve: null });
    expect(correctRates([], sums).precision.value).toBeNull();
    expect(precision.count).toBe(1);
  });
});
