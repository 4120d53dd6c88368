import { fc } from '../../../test/support/property';
import { type Case, decideOnce, limitPairs, pairCases } from '..';

const cases = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom(...'abcdefghij'),
      failed: fc.array(fc.boolean(), { maxLength: 3 }),
    }),
    { selector: ({ id }) => id },
  )
  .map((drawn) => drawn.map((one): Case => ({ ...one, errors: 0, reason: null })));

it('counts every case in a pair or by one reason', () => {
  fc.assert(
    fc.property(
      cases,
      cases,
      fc.nat(10),
      fc.subarray([...'abcdefghij']),
      (baseline, candidate, limit, notRun) => {
        const { pairs, leftOut } = limitPairs(pairCases(baseline, candidate, new Set(notRun)), limit);
        const ids = new Set([...baseline, ...candidate].map(({ id }) => id));

        const leftOutCount = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
        expect(pairs.length + leftOutCount).toBe(ids.size);
      },
    ),
  );
});

it('mirrors differences if the results are swapped', () => {
  fc.assert(
    fc.property(cases, cases, (baseline, candidate) => {
      const differencesOf = (first: Case[], second: Case[]) =>
        new Map(pairCases(first, second).pairs.map(({ id, difference }) => [id, difference]));
      const [forward, backward] = [differencesOf(baseline, candidate), differencesOf(candidate, baseline)];

      expect(backward.size).toBe(forward.size);
      for (const [id, difference] of forward) expect(backward.get(id)).toBeCloseTo(-difference, 12);
    }),
  );
});

it('leaves out what is on one side only or has no outcome', async () => {
  const one = (id: string, ...failed: boolean[]): Case => ({ id, failed, errors: 0, reason: null });

  const { pairs, leftOut } = pairCases(
    [one('kept by both', false, true), one('gone', true), one('never judged'), one('later an error', true)],
    [one('kept by both', true, true), one('new', true), one('never judged', true), one('later an error')],
  );

  expect(pairs).toMatchObject([{ id: 'kept by both', difference: 0.5 }]);
  expect(leftOut).toEqual({
    only_in_baseline: 1,
    only_in_candidate: 1,
    not_run: 0,
    no_outcome_in_baseline: 1,
    no_outcome_in_candidate: 1,
    too_late: 0,
  });
  expect((await decideOnce([0.5], { alpha: 0.05, minEffect: null })).outcome).toBe('undecided');
});
