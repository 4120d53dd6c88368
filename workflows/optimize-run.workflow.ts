import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  patched,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { bookkeeping } from './bookkeeping';
import {
  cancelUpdate,
  claimUpdate,
  completeUpdate,
  failUpdate,
  heartbeatUpdate,
  type OptimizeRunInput,
  proposeUpdate,
  saveSignal,
} from './contracts';
import { LedRun } from './led-run';
import { propose } from './optimization-run/candidate-changes';
import { cancel, claim, complete, fail, heartbeat } from './optimization-run/run-changes';
import { hasEnded, type RunStatus } from './optimization-run/run-transitions';
import { onMessage } from './run-messages';

/**
 * Leads one optimization run from its baseline to its end. It alone changes the run's state: runners reach it as
 * updates, and the end of a lease is a timer of its own. MongoDB holds a copy of the state for those who read.
 */
export async function optimizeRun(input: OptimizeRunInput): Promise<RunStatus> {
  const led = new LedRun(input);
  handleMessages(led, input);
  CancellationScope.current().cancelRequested.catch(() => {
    if (!hasEnded(led.state.status)) cancel(led.state, Date.now());
  });
  // Cancelled from outside, the run still has to be brought to its end.
  return CancellationScope.nonCancellable(() => lead(led, input));
}

async function lead(led: LedRun, input: OptimizeRunInput): Promise<RunStatus> {
  const isStored = await led.save();
  if (!isStored) return led.state.status;
  const hasGrown = condition(() => workflowInfo().continueAsNewSuggested).then(() => true);
  const isOver = Promise.all([led.makeAttempts(), led.measureCandidates(), led.copyHeartbeats()]).then(
    () => false,
  );
  const mustContinue = await Promise.race([isOver, hasGrown]);
  await comeToRest();
  if (mustContinue) return continueAsNew<typeof optimizeRun>({ ...input, state: led.state });
  return led.state.status;
}

/** Resolves with no handler at work, in a workflow task of its own. */
async function comeToRest(): Promise<void> {
  do {
    // What a handler has begun would be lost in the change to the next run.
    await condition(allHandlersFinished);
    // The server sends a task that closes the workflow back when a message has come in meanwhile, and then what the
    // task has changed never happened, though it has been copied. The timer begins another task; what changes a run
    // that goes on in that one is copied by its next run.
    if (patched('close-at-rest')) await sleep(1);
  } while (!allHandlersFinished());
}

function handleMessages(led: LedRun, { runId, limits }: OptimizeRunInput): void {
  const { state } = led;
  async function saved<Answer>(answer: Answer): Promise<Answer> {
    await led.save();
    return answer;
  }

  onMessage(
    claimUpdate,
    state,
    (run, newId, message) => ({ ...claim(run, message, newId, limits, Date.now()) }),
    saved,
  );
  onMessage(
    heartbeatUpdate,
    state,
    (run, _newId, message) => heartbeat(run, message, limits, Date.now()),
    (answer) => {
      led.saveSoon();
      return answer;
    },
  );
  onMessage(
    proposeUpdate,
    state,
    (run, newId, message) => propose(run, message, newId, limits, Date.now()),
    async ({ id }, message) => {
      await led.whileUnstored(id, () => {
        if ('candidateId' in message) return bookkeeping.adoptCandidate({ id });
        const { systemPrompt, model, note } = message;
        return bookkeeping.storeCandidate({ id, runId, systemPrompt, model, note });
      });
      return saved(id);
    },
  );
  onMessage(completeUpdate, state, (run, _newId, message) => complete(run, message, Date.now()), saved);
  onMessage(failUpdate, state, (run, _newId, message) => fail(run, message, limits, Date.now()), saved);
  onMessage<null, void, [null]>(
    cancelUpdate,
    state,
    (run) => cancel(run, Date.now()),
    () => saved(null),
  );
  setHandler(saveSignal, () => saved(undefined));
}
