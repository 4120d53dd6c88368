import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
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
import { handleUpdate } from './handle-update';
import { propose } from './optimization-run/candidate-changes';
import { cancel, claim, complete, fail, heartbeat } from './optimization-run/run-changes';
import { hasEnded, type RunStatus } from './optimization-run/run-transitions';
import { RunController } from './run-controller';

/**
 * Runs one optimization run from its baseline to its end. Only this workflow changes the state of the run: runners send
 * updates, and a timer ends a lease that expires. MongoDB has a copy of the state for reads.
 */
export async function optimizeRun(input: OptimizeRunInput): Promise<RunStatus> {
  const controller = new RunController(input);
  handleUpdates(controller, input);
  CancellationScope.current().cancelRequested.catch(() => {
    if (!hasEnded(controller.state.status)) cancel(controller.state, Date.now());
  });
  // A cancellation of the workflow cancels the run, which still has to be recorded.
  return CancellationScope.nonCancellable(() => runToEnd(controller, input));
}

async function runToEnd(controller: RunController, input: OptimizeRunInput): Promise<RunStatus> {
  const isStored = await controller.save();
  if (!isStored) return controller.state.status;
  const hasGrown = condition(() => workflowInfo().continueAsNewSuggested).then(() => true);
  const isOver = Promise.all([
    controller.runAttempts(),
    controller.measureCandidates(),
    controller.copyHeartbeats(),
  ]).then(() => false);
  const mustContinue = await Promise.race([isOver, hasGrown]);
  await drainHandlers();
  if (mustContinue) return continueAsNew<typeof optimizeRun>({ ...input, state: controller.state });
  return controller.state.status;
}

/** Resolves when no handler is running, in a workflow task that has nothing else to do. */
async function drainHandlers(): Promise<void> {
  do {
    // A handler that is still running would be lost with this execution.
    await condition(allHandlersFinished);
    // If an update arrives while the closing workflow task is in flight, the server fails that task (UnhandledCommand)
    // and retries it. State it changed is lost although MongoDB already has the copy. The timer starts another task for
    // the close; changes that a continued run makes in it are copied by the next execution.
    await sleep(1);
  } while (!allHandlersFinished());
}

function handleUpdates(controller: RunController, { limits }: OptimizeRunInput): void {
  const { state } = controller;
  async function saved<Result>(result: Result): Promise<Result> {
    await controller.save();
    return result;
  }

  handleUpdate(
    claimUpdate,
    state,
    (run, newId, message) => ({ ...claim(run, message, newId, limits, Date.now()) }),
    saved,
  );
  handleUpdate(
    heartbeatUpdate,
    state,
    (run, _newId, message) => heartbeat(run, message, limits, Date.now()),
    (result) => {
      controller.saveSoon();
      return result;
    },
  );
  handleUpdate(
    proposeUpdate,
    state,
    (run, _newId, message) => propose(run, message, limits, Date.now()),
    async ({ id }) => {
      await controller.whileUnstored(id, () => bookkeeping.adoptCandidate({ id }));
      return saved(id);
    },
  );
  handleUpdate(
    completeUpdate,
    state,
    (run, _newId, message) => complete(run, message, limits, Date.now()),
    saved,
  );
  handleUpdate(failUpdate, state, (run, _newId, message) => fail(run, message, limits, Date.now()), saved);
  handleUpdate<null, void, [null]>(
    cancelUpdate,
    state,
    (run) => cancel(run, Date.now()),
    () => saved(null),
  );
  setHandler(saveSignal, () => saved(undefined));
}
