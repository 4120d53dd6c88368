import { MockActivityEnvironment } from '@temporalio/testing';
import { createEvaluateItem } from '../../../activities/evaluate-item.activity';
import type { Admission } from '../../../src/experiments/execution/admission';

const item = { experimentId: 'experiment', itemId: 'item', executionNumber: 0 };

function evaluateWith(findItemWindow: Admission['findItemWindow']) {
  const evaluateItem = createEvaluateItem({
    itemExecutor: { evaluateItem: async () => ({ costCents: 2 }) },
    admission: { beginExperiment: async () => false, findItemWindow },
  });
  return new MockActivityEnvironment().run(evaluateItem, item);
}

it('returns the window of its experiment with the cost of the item', async () => {
  expect(await evaluateWith(async () => ({ window: 7 }))).toEqual({ costCents: 2, window: 7 });
});

it('returns no window if it is unknown, so that the workflow preserves its window', async () => {
  expect(await evaluateWith(async () => ({ window: null }))).toEqual({ costCents: 2 });
});

it('does not fail a completed item if its window cannot be computed', async () => {
  const evaluated = evaluateWith(async () => {
    throw new Error('MongoDB is away');
  });

  expect(await evaluated).toEqual({ costCents: 2 });
});
