import { ApplicationFailure, cancelled, heartbeat } from '@temporalio/activity';
import type { RecordedDecision } from '../../workflows/contracts';
import { eventually } from '../support/eventually';
import { unused } from '../support/unused';
import { fakeActivities, playExperiment } from '../support/workflow-run';

function itemNames(count: number): string[] {
  return Array.from({ length: count }, (_, position) => `item-${position}`);
}

const stopWhen = { alpha: 0.05, minEffect: 0.05 };

describe('runExperiment', () => {
  it('evaluates every open item once, never more than `concurrency` at a time, then finishes', async () => {
    const evaluated: string[] = [];
    const endings: string[] = [];
    let inFlight = 0;
    let mostInFlight = 0;
    const activities = fakeActivities(23, {
      evaluateItem: async ({ itemId }) => {
        inFlight += 1;
        mostInFlight = Math.max(mostInFlight, inFlight);
        await new Promise((resolve) => setTimeout(resolve, 100));
        inFlight -= 1;
        evaluated.push(itemId);
        return { costCents: 1 };
      },
      finishExperiment: async ({ ending }) => {
        endings.push(ending);
      },
    });

    const progress = await playExperiment(activities, { concurrency: 5 }, (handle) => handle.result());

    expect(progress).toEqual({ lastPosition: 22, completed: 23, failed: 0, costCents: 23 });
    expect(evaluated.sort()).toEqual(itemNames(23).sort());
    expect(mostInFlight).toBe(5);
    expect(endings).toEqual(['finished']);
  });

  it('has no more items in flight than its share, waits without a share, and continues with a new one', async () => {
    const evaluated: string[] = [];
    const asked: string[] = [];
    let inFlight = 0;
    let maxInFlight = 0;
    const activities = fakeActivities(12, {
      beginExperiment: async () => ({ window: 2 }),
      evaluateItem: async ({ itemId }) => {
        inFlight += 1;
        maxInFlight = Math.max(maxInFlight, inFlight);
        await new Promise((resolve) => setTimeout(resolve, 50));
        inFlight -= 1;
        evaluated.push(itemId);
        return { costCents: 1, window: evaluated.length >= 6 && asked.length < 2 ? 0 : 2 };
      },
      findItemWindow: async () => {
        asked.push(`with ${inFlight} in flight`);
        return { window: asked.length === 1 ? 0 : 2 };
      },
    });

    const progress = await playExperiment(activities, { concurrency: 5 }, (handle) => handle.result());

    expect(progress).toEqual({ lastPosition: 11, completed: 12, failed: 0, costCents: 12 });
    expect(evaluated.sort()).toEqual(itemNames(12).sort());
    expect(maxInFlight).toBe(2);
    expect(asked).toEqual(['with 0 in flight', 'with 0 in flight']);
  });

  it('records a failed item and continues with the others', async () => {
    const failures: unknown[] = [];
    const activities = fakeActivities(4, {
      evaluateItem: async ({ itemId }) => {
        if (itemId === 'item-1') throw ApplicationFailure.nonRetryable('No such model', 'provider_rejected');
        return { costCents: 0 };
      },
      failItem: async (input) => {
        failures.push(input);
        return { costCents: 0 };
      },
    });

    const progress = await playExperiment(activities, {}, (handle) => handle.result());

    expect(progress).toMatchObject({ completed: 3, failed: 1 });
    expect(failures).toEqual([
      {
        itemId: 'item-1',
        executionNumber: 0,
        failure: { code: 'provider_rejected', message: 'No such model' },
      },
    ]);
  });

  it('starts no item after the cost limit is reached', async () => {
    const evaluated: string[] = [];
    const endings: string[] = [];
    const activities = fakeActivities(10, {
      evaluateItem: async ({ itemId }) => {
        evaluated.push(itemId);
        return { costCents: 3 };
      },
      finishExperiment: async ({ ending }) => {
        endings.push(ending);
      },
    });

    await playExperiment(activities, { concurrency: 1, maxCostCents: 5 }, (handle) => handle.result());

    expect(evaluated).toEqual(['item-0', 'item-1']);
    expect(endings).toEqual(['max_cost_reached']);
  });

  it('starts no item after failed items have reached the cost limit', async () => {
    const evaluated: string[] = [];
    const endings: string[] = [];
    const activities = fakeActivities(10, {
      evaluateItem: async ({ itemId }) => {
        evaluated.push(itemId);
        throw ApplicationFailure.nonRetryable('No', 'not_found');
      },
      failItem: async () => ({ costCents: 3 }),
      finishExperiment: async ({ ending }) => {
        endings.push(ending);
      },
    });

    const progress = await playExperiment(activities, { concurrency: 1, maxCostCents: 5 }, (handle) =>
      handle.result(),
    );

    expect(progress).toMatchObject({ failed: 2, costCents: 6 });
    expect(evaluated).toEqual(['item-0', 'item-1']);
    expect(endings).toEqual(['max_cost_reached']);
  });

  it('starts no item once the pairs have decided, and records that with the items in flight ending', async () => {
    const evaluated: string[] = [];
    const decisions: RecordedDecision[] = [];
    const endings: unknown[] = [];
    const activities = fakeActivities(40, {
      evaluateItem: async ({ itemId }) => {
        evaluated.push(itemId);
        return { costCents: 0, pair: 'only_original' };
      },
      recordDecision: async ({ decision }) => {
        decisions.push(decision);
      },
      finishExperiment: async ({ ending, decision }) => {
        endings.push([ending, decision]);
      },
    });

    const progress = await playExperiment(activities, { concurrency: 2, stopWhen }, (handle) =>
      handle.result(),
    );

    // 8 pairs in one direction have the e-value 28.4, 7 have 16.
    expect(decisions).toEqual([expect.objectContaining({ outcome: 'better', pairs: 8, ...stopWhen })]);
    expect(endings).toEqual([['decided', decisions[0]]]);
    expect(progress.decision).toEqual(decisions[0]);
    expect(evaluated.length).toBeGreaterThanOrEqual(8);
    expect(evaluated.length).toBeLessThanOrEqual(10);
  });

  it('counts pairs in the order in which items start, not in which they end', async () => {
    const evaluated: string[] = [];
    const activities = fakeActivities(40, {
      evaluateItem: async ({ itemId }) => {
        // The first one is slow, and the only one that is worse.
        if (itemId === 'item-0') await eventually(async () => evaluated.length >= 20);
        evaluated.push(itemId);
        return { costCents: 0, pair: itemId === 'item-0' ? 'only_reply' : 'only_original' };
      },
    });

    const progress = await playExperiment(activities, { concurrency: 4, stopWhen }, (handle) =>
      handle.result(),
    );

    // 1 against 11 has the e-value 26.3; 8 against 0, of those that end first, has 28.4.
    expect(progress.decision).toMatchObject({ outcome: 'better', pairs: 12 });
    expect(progress.pairs).toEqual({ pairs: 12, onlyInFirst: 11, onlyInSecond: 1 });
  });

  it('counts the pairs of earlier executions first, and leaves out items without a pair', async () => {
    const endings: string[] = [];
    const activities = fakeActivities(5, {
      countPairs: async () => ({ pairs: 30, onlyInFirst: 6, onlyInSecond: 0 }),
      evaluateItem: async ({ itemId }) => {
        if (itemId === 'item-0') throw ApplicationFailure.nonRetryable('No', 'not_found');
        return { costCents: 0, pair: itemId === 'item-1' ? null : 'only_original' };
      },
      finishExperiment: async ({ ending }) => {
        endings.push(ending);
      },
    });

    const progress = await playExperiment(
      activities,
      { concurrency: 1, stopWhen, executionNumber: 1 },
      (handle) => handle.result(),
    );

    expect(progress).toMatchObject({ failed: 1, completed: 3, decision: { pairs: 32 } });
    expect(endings).toEqual(['decided']);
  });

  it('ends as decided if items in flight decide after the cost limit is reached', async () => {
    const endings: string[] = [];
    const activities = fakeActivities(20, {
      evaluateItem: async () => ({ costCents: 1, pair: 'only_original' }),
      finishExperiment: async ({ ending }) => {
        endings.push(ending);
      },
    });

    await playExperiment(activities, { concurrency: 8, maxCostCents: 1, stopWhen }, (handle) =>
      handle.result(),
    );

    expect(endings).toEqual(['decided']);
  });

  it('evaluates every item if the pairs do not decide', async () => {
    const endings: unknown[] = [];
    const activities = fakeActivities(20, {
      evaluateItem: async () => ({ costCents: 0, pair: 'both' }),
      recordDecision: unused,
      finishExperiment: async ({ ending, decision }) => {
        endings.push([ending, decision]);
      },
    });

    const progress = await playExperiment(activities, { stopWhen }, (handle) => handle.result());

    expect(progress).toMatchObject({ completed: 20, pairs: { pairs: 20 } });
    expect(endings).toEqual([['finished', undefined]]);
  });

  it('keeps counting pairs after it has continued as new', async () => {
    const activities = fakeActivities(1600, {
      evaluateItem: async ({ itemId }) => ({
        costCents: 0,
        pair: Number(itemId.slice('item-'.length)) < 1500 ? 'both' : 'only_original',
      }),
    });

    const progress = await playExperiment(
      activities,
      { concurrency: 50, pageSize: 500, stopWhen: { alpha: 0.05, minEffect: 0.001 } },
      (handle) => handle.result(),
    );

    expect(progress.decision).toMatchObject({ outcome: 'better', pairs: 1508 });
  });

  it('waits for activities in flight to stop before it closes a cancelled experiment', async () => {
    const events: string[] = [];
    const activities = fakeActivities(3, {
      evaluateItem: async ({ itemId }) => {
        const beat = setInterval(heartbeat, 50);
        events.push(`start ${itemId}`);
        try {
          await cancelled();
        } finally {
          clearInterval(beat);
          events.push(`stop ${itemId}`);
        }
        return { costCents: 0 };
      },
      finishExperiment: async ({ ending }) => {
        events.push(ending);
      },
    });

    const status = await playExperiment(activities, { concurrency: 2 }, async (handle) => {
      await eventually(async () => events.length === 2);
      await handle.cancel();
      await handle.result().catch(() => undefined);
      return (await handle.describe()).status.name;
    });

    expect(status).toBe('CANCELLED');
    expect(events.slice(2, 4).sort()).toEqual(['stop item-0', 'stop item-1']);
    expect(events.slice(4)).toEqual(['cancelled']);
  });

  it('does nothing if the experiment was deleted or has ended', async () => {
    const activities = fakeActivities(3, {
      beginExperiment: async () => false,
      evaluateItem: unused,
      finishExperiment: unused,
    });

    const progress = await playExperiment(activities, {}, (handle) => handle.result());

    expect(progress).toMatchObject({ completed: 0, failed: 0 });
  });

  it('continues as new before its history grows large, without losing or repeating an item', async () => {
    const times = new Map<string, number>();
    const activities = fakeActivities(1600, {
      evaluateItem: async ({ itemId }) => {
        times.set(itemId, (times.get(itemId) ?? 0) + 1);
        return { costCents: 0 };
      },
    });

    const { progress, firstRunEvents } = await playExperiment(
      activities,
      { concurrency: 50, pageSize: 500 },
      async (handle, client) => {
        const first = await handle.describe();
        const result = await handle.result();
        const firstRun = client.workflow.getHandle(handle.workflowId, first.runId);
        return { progress: result, firstRunEvents: (await firstRun.fetchHistory()).events ?? [] };
      },
    );

    expect(progress).toMatchObject({ completed: 1600 });
    expect(times.size).toBe(1600);
    expect([...times.values()].every((count) => count === 1)).toBe(true);
    expect(firstRunEvents.at(-1)?.workflowExecutionContinuedAsNewEventAttributes).toBeTruthy();
  });
});
