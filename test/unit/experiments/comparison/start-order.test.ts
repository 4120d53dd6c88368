import { isReadEarly, sortByStart } from '../../../../src/experiments/comparison/start-order';

const items = [
  { id: 'd', position: 0, executionNumber: 0 },
  { id: 'c', position: 1, executionNumber: 0 },
  { id: 'a', position: 2, executionNumber: 1 },
  { id: 'b', position: 3, executionNumber: 1 },
];
const stopWhen = { alpha: 0.05, minEffect: 0.05 };
const idsOf = (sorted: readonly { id: string }[]) => sorted.map(({ id }) => id).join('');

it('starts items by position, and with a rule by id within each execution', () => {
  expect(idsOf(sortByStart([...items].reverse(), { stopWhen: null }))).toBe('dcab');
  expect(idsOf(sortByStart([...items].reverse(), { stopWhen }))).toBe('cdab');
});

it('reads ended experiments early once conversations were added', () => {
  const ended = { status: 'completed', decision: null, isSourceDecided: false } as const;

  expect([
    isReadEarly({ ...ended, conversationsAddedAt: null }),
    isReadEarly({ ...ended, conversationsAddedAt: new Date() }),
  ]).toEqual([false, true]);
});
