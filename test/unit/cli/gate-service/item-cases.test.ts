import type { ExperimentItem } from '../../../../packages/client';
import {
  casesOf,
  differencesInOrder,
  listNotRun,
  originalCasesOf,
  sameTurns,
} from '../../../../src/cli/gate-service/item-cases';

const item = (id: string, fields: Partial<ExperimentItem> = {}) =>
  ({
    status: 'completed',
    conversation_id: id,
    replayed_message_id: `reply to ${id}`,
    issue_count: 0,
    baseline_issue_count: 0,
    has_verdict: true,
    error: null,
    ...fields,
  }) as ExperimentItem;

const failedBy = (code: string) => ({
  status: 'failed' as const,
  issue_count: null,
  has_verdict: null,
  error: { code, message: `ended by ${code}` },
});

describe('differencesInOrder', () => {
  const clean = ['a', 'b', 'c'].map((id) => item(id));
  const wrong = { issue_count: 2 };

  it('has a difference for each pair with verdicts on both sides', () => {
    const items = [item('a', wrong), item('b', { issue_count: null, has_verdict: false }), item('c')];
    const others = [item('c', wrong), ...clean.slice(0, 2)];

    expect(differencesInOrder(items, others)).toEqual([1, -1]);
  });

  it.each([
    ['open in the candidate', { status: 'evaluating' as const }, {}],
    ['cancelled in the candidate', failedBy('cancelled'), {}],
    ['open in the other experiment', {}, { status: 'queued' as const }],
  ])('ends before a pair that is %s', (_, fields, otherFields) => {
    const items = [item('a', wrong), item('b', fields), item('c', wrong)];
    const others = [item('a'), item('b', otherFields), item('c')];

    expect(differencesInOrder(items, others)).toEqual([1]);
  });

  it('passes over replies to other turns, and over failed items', () => {
    const items = [item('a', failedBy('provider_rejected')), item('b'), item('c', wrong)];
    const others = [item('a'), item('b', { replayed_message_id: 'an earlier reply' }), item('c')];

    expect(differencesInOrder(items, others)).toEqual([1]);
    expect(sameTurns(items, others).map(({ conversation_id: id }) => id)).toEqual(['a', 'c']);
  });
});

describe('listNotRun', () => {
  it('has the conversations that were skipped or cancelled in all samples', () => {
    const skipped = { status: 'skipped' as const, issue_count: null, has_verdict: null };
    const items = [
      item('a'),
      item('a', failedBy('cancelled')),
      item('b', failedBy('provider_rejected')),
      item('c', failedBy('cancelled')),
      item('d', skipped),
    ];

    expect([...listNotRun(items)]).toEqual(['c', 'd']);
  });
});

describe('casesOf', () => {
  it('collects the replies to a conversation, and its errors', () => {
    const items = [item('a', { issue_count: 1 }), item('a'), item('a', failedBy('provider_rejected'))];

    expect(casesOf(items)).toEqual([
      { id: 'a', failed: [true, false], errors: 1, reason: 'ended by provider_rejected' },
    ]);
  });

  it.each(['cancelled', 'max_cost_reached'])('has no error for an item that did not run: %s', (code) => {
    expect(casesOf([item('a', failedBy(code))])).toEqual([{ id: 'a', failed: [], errors: 0, reason: null }]);
  });

  it('has the original reply once', () => {
    const samples = [item('a', { baseline_issue_count: 3 }), item('a', { baseline_issue_count: null })];

    expect(originalCasesOf(samples)).toMatchObject([{ id: 'a', failed: [true] }]);
  });
});
