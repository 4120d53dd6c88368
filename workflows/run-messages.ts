import type { UpdateDefinition } from '@temporalio/common';
import { ApplicationFailure, setHandler, uuid4 } from '@temporalio/workflow';
import { AppError } from '../src/platform/errors/app-error';
import type { RunState } from './optimization-run/run-state';

/** A change of the state that a message asks for; `newId` is for what it makes. @throws AppError when refused */
type Change<Result, Message extends unknown[]> = (
  state: RunState,
  newId: string,
  ...message: Message
) => Result;

/**
 * Handles a message. What its change would refuse is refused before it enters the history. `record` makes the
 * change durable; until then the sender gets no answer.
 */
export function onMessage<Result, Changed, Message extends unknown[]>(
  definition: UpdateDefinition<Result, Message>,
  state: RunState,
  change: Change<Changed, Message>,
  record: (changed: Changed, ...message: Message) => Result | Promise<Result>,
): void {
  setHandler(
    definition,
    async (...message: Message) => {
      const changed = refusing(() => change(state, uuid4(), ...message));
      return record(changed, ...message);
    },
    {
      validator: (...message: Message) => {
        // On a copy, and without a new id: a validator is not replayed, so it must leave no trace.
        refusing(() => change(copyOf(state), '', ...message));
      },
    },
  );
}

function refusing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code: type, message, loc, ctx, input } = error;
    throw ApplicationFailure.create({ type, message, nonRetryable: true, details: [{ loc, ctx, input }] });
  }
}

function copyOf(state: RunState): RunState {
  return JSON.parse(JSON.stringify(state)) as RunState;
}
