import { ApplicationFailure, cancelled, heartbeat } from '@temporalio/activity';
import { evaluationsDueSignal, type NextDue } from '../../workflows/contracts';
import { runDrainEvaluations } from '../support/drain-evaluations-workflow';
import { eventually } from '../support/eventually';

/** Activities that return these results one after the other, with the times at which they began. */
function scripted(results: NextDue[]) {
  const beganAt: number[] = [];
  const evaluateDue = async () => {
    beganAt.push(Date.now());
    return results[beganAt.length - 1] ?? { nextInMs: null };
  };
  return { beganAt, evaluateDue };
}

describe('drainEvaluations', () => {
  it('evaluates until nothing is due, at once while there is a backlog', async () => {
    const { beganAt, evaluateDue } = scripted([{ nextInMs: 0 }, { nextInMs: 400 }, { nextInMs: null }]);

    await runDrainEvaluations(evaluateDue, {}, (handle) => handle.result());

    const [first = 0, second = 0, third = 0] = beganAt;
    expect(beganAt).toHaveLength(3);
    expect(third - second).toBeGreaterThanOrEqual(395);
    expect(second - first).toBeLessThan(third - second);
  });

  it('evaluates together what is due at different times', async () => {
    const { beganAt, evaluateDue } = scripted([{ nextInMs: 10 }]);

    await runDrainEvaluations(evaluateDue, { pauseMs: 600 }, (handle) => handle.result());

    expect((beganAt[1] ?? 0) - (beganAt[0] ?? 0)).toBeGreaterThanOrEqual(595);
  });

  it('looks earlier when something is due earlier', async () => {
    const { beganAt, evaluateDue } = scripted([{ nextInMs: 3_600_000 }]);

    await runDrainEvaluations(evaluateDue, {}, async (handle) => {
      await eventually(async () => beganAt.length === 1);
      await handle.signal(evaluationsDueSignal, { inMs: 100 });
      await handle.result();
    });

    expect(beganAt).toHaveLength(2);
  });

  it('looks again for what became due while it evaluated', async () => {
    const beganAt: number[] = [];
    let signal: () => Promise<void> = async () => undefined;
    const evaluateDue = async () => {
      beganAt.push(Date.now());
      if (beganAt.length === 1) await signal();
      return { nextInMs: null };
    };

    await runDrainEvaluations(evaluateDue, { waitMs: 500 }, async (handle) => {
      signal = () => handle.signal(evaluationsDueSignal, { inMs: 10 });
      await handle.result();
    });

    expect(beganAt).toHaveLength(2);
  });

  it('retries an activity that fails', async () => {
    let tries = 0;
    const evaluateDue = async () => {
      tries += 1;
      if (tries === 1) throw ApplicationFailure.retryable('the database restarts');
      return { nextInMs: null };
    };

    await runDrainEvaluations(evaluateDue, {}, (handle) => handle.result());

    expect(tries).toBe(2);
  });

  it('stops the activity in flight when it is cancelled', async () => {
    let hasStarted = false;
    const evaluateDue = async () => {
      hasStarted = true;
      const beat = setInterval(heartbeat, 50);
      return cancelled().finally(() => clearInterval(beat));
    };

    const status = await runDrainEvaluations(evaluateDue, {}, async (handle) => {
      await eventually(async () => hasStarted);
      await handle.cancel();
      await handle.result().catch(() => undefined);
      return (await handle.describe()).status.name;
    });

    expect(status).toBe('CANCELLED');
  });
});
