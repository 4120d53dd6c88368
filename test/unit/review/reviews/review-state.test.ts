import type { FindingVerdict } from '../../../../src/review/reviews/review';
import { stateOf } from '../../../../src/review/reviews/review-state';
import { fc } from '../../../support/property';

const by = (id: string, verdict: FindingVerdict, isAdjudication = false) => ({
  verdict,
  isAdjudication,
  reviewer: { kind: 'user' as const, id, name: id, userId: id },
});

describe('the state of reviews', () => {
  it('is null without a review, and the verdict that all reviewers share', () => {
    expect(stateOf([])).toBeNull();
    expect(stateOf([by('ada', 'rejected')])).toBe('rejected');
    expect(stateOf([by('ada', 'confirmed'), by('ben', 'confirmed')])).toBe('confirmed');
  });

  it('is disputed while the latest reviews of two reviewers differ', () => {
    const history = [by('ada', 'confirmed'), by('ben', 'rejected')];

    expect(stateOf(history)).toBe('disputed');
    expect(stateOf([...history, by('ada', 'rejected')])).toBe('rejected');
  });

  it('takes a person and the service accounts of their keys for one reviewer', () => {
    const withKey = (id: string, userId: string, verdict: FindingVerdict) => ({
      ...by(userId, verdict),
      reviewer: { kind: 'service_account' as const, id, name: 'ci', userId },
    });
    const ofAda = [
      by('ada', 'confirmed'),
      withKey('one', 'ada', 'confirmed'),
      withKey('two', 'ada', 'rejected'),
    ];

    expect(stateOf(ofAda)).toBe('rejected');
    expect(stateOf([...ofAda, withKey('three', 'ben', 'confirmed')])).toBe('disputed');
  });

  it('is that of the latest adjudication, before and after other reviews', () => {
    const review = fc.record({
      id: fc.constantFrom('ada', 'ben', 'cy'),
      verdict: fc.constantFrom<FindingVerdict>('confirmed', 'rejected'),
    });
    fc.assert(
      fc.property(fc.array(review), fc.array(review), review, (before, after, decision) => {
        const history = [
          ...before.map(({ id, verdict }) => by(id, verdict)),
          by(decision.id, decision.verdict, true),
          ...after.map(({ id, verdict }) => by(id, verdict)),
        ];
        expect(stateOf(history)).toBe(decision.verdict);
      }),
    );
  });
});
