import type { UpdateDefinition } from '@temporalio/common';
import { ApplicationFailure, setHandler, uuid4 } from '@temporalio/workflow';
import { AppError } from '../src/platform/errors/app-error';
import type { RunState } from './optimization-run/run-state';

/** The change of the state that an update asks for; `newId` is for what it creates. @throws AppError when refused */
type Change<Result, Message extends unknown[]> = (
  state: RunState,
  newId: string,
  ...message: Message
) => Result;

/**
 * Handles an update. A validator runs the change on a copy of the state, so that an update that is refused never enters
 * the history. `record` makes the change durable; the sender gets the result after it.
 */
export function handleUpdate<Result, Changed, Message extends unknown[]>(
  definition: UpdateDefinition<Result, Message>,
  state: RunState,
  change: Change<Changed, Message>,
  record: (changed: Changed, ...message: Message) => Result | Promise<Result>,
): void {
  setHandler(
    definition,
    async (...message: Message) => {
      const result = refusing(() => change(state, uuid4(), ...message));
      return record(result, ...message);
    },
    {
      validator: (...message: Message) => {
        // On a copy, and without a new id: a validator is not replayed, so it must not change anything.
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
