import type { FindingVerdict, ReviewStanding } from '../../../../src/review/reviews/review';
import { addToStanding, isOpenToQueueOwner, noReviews } from '../../../../src/review/reviews/review-standing';
import { decideState, stateOf } from '../../../../src/review/reviews/review-state';
import { fc } from '../../../support/property';

const by = (id: string, verdict: FindingVerdict, adjudicatedAs: 'admin' | 'queue_owner' | null = null) => ({
  verdict,
  adjudicatedAs,
  isAdjudication: adjudicatedAs !== null,
  reviewer: { kind: 'user' as const, id, name: id, userId: id },
});
const standingOf = (history: ReturnType<typeof by>[]): ReviewStanding =>
  history.reduce(addToStanding, noReviews);

const review = fc.tuple(
  fc.constantFrom('ada', 'ben', 'cy'),
  fc.constantFrom<FindingVerdict>('confirmed', 'rejected'),
  fc.constantFrom<'admin' | 'queue_owner' | null>(null, null, null, 'admin', 'queue_owner'),
);

it('says of any history what the whole history says', () => {
  fc.assert(
    fc.property(fc.array(review), (reviews) => {
      const history = reviews.map((one) => by(...one));
      const { number, decision, reviewers } = standingOf(history);
      expect(number).toBe(history.length);
      expect(decideState(decision, reviewers)).toBe(stateOf(history));
    }),
  );
});

it('counts the reviews of each reviewer, adjudications left out', () => {
  const history = [
    by('ada', 'confirmed'),
    by('ada', 'rejected', 'admin'),
    by('ben', 'rejected'),
    by('ada', 'rejected'),
  ];
  expect(standingOf(history).reviewers).toEqual([
    { userId: 'ada', verdict: 'rejected', count: 2 },
    { userId: 'ben', verdict: 'rejected', count: 1 },
  ]);
});

it('is open to the owner of a queue while other reviewers disagree and no admin has decided', () => {
  const agreed = [by('ada', 'confirmed')];
  const disputed = [...agreed, by('ben', 'rejected')];
  const isOpen = (history: ReturnType<typeof by>[], owner = 'owner') =>
    isOpenToQueueOwner(standingOf(history), owner);

  expect([[], agreed, disputed].map((history) => isOpen(history))).toEqual([false, false, true]);
  expect(isOpen(disputed, 'ben')).toBe(false);
  expect(isOpen([...disputed, by('owner', 'rejected')])).toBe(true);
  expect(isOpen([...disputed, by('cy', 'confirmed', 'queue_owner')])).toBe(true);
  expect(isOpen([...disputed, by('cy', 'confirmed', 'admin')])).toBe(false);
  expect(isOpen([...agreed, by('cy', 'confirmed', 'admin'), by('ben', 'rejected')])).toBe(false);
});
