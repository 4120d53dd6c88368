import { bestCandidate } from '../../../../src/optimization/runner/best-candidate';
import { makeCandidate } from '../../../support/run-wire';

const minimize = { metric: 'issue_rate', direction: 'minimize', label: null, min_effect: null } as const;
const maximize = { ...minimize, direction: 'maximize' } as const;

it('is the one with the better objective', () => {
  const low = makeCandidate({ value: 0.1 });
  const high = makeCandidate({ value: 0.9 });

  expect(bestCandidate([high, low], minimize)).toBe(low);
  expect(bestCandidate([low, high], maximize)).toBe(high);
});

it('is one that is significantly better before one with a better value', () => {
  const proven = makeCandidate({ value: 0.3, verdict: 'better' });
  const lucky = makeCandidate({ value: 0.1 });
  const useless = makeCandidate({ value: 0, verdict: 'constraints_violated' });

  expect(bestCandidate([useless, lucky, proven], minimize)).toBe(proven);
  expect(bestCandidate([useless, lucky], minimize)).toBe(lucky);
});

it.each([minimize, maximize])('has a value if there is one ($direction)', (objective) => {
  const without = makeCandidate({ value: null });
  const withOne = makeCandidate({ value: 0.5 });

  expect(bestCandidate([without, withOne], objective)).toBe(withOne);
  expect(bestCandidate([without], objective)).toBe(without);
});

it('is the earlier one of equals', () => {
  const first = makeCandidate();

  expect(bestCandidate([first, makeCandidate()], minimize)).toBe(first);
});

it('is null if none was measured', () => {
  const unmeasured = [makeCandidate({ status: 'failed' }), makeCandidate({ status: 'cancelled' })];

  expect(bestCandidate(unmeasured, minimize)).toBeNull();
});
