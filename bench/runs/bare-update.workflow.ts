import { condition, defineSignal, defineUpdate, setHandler } from '@temporalio/workflow';

export const bareUpdate = defineUpdate<number, [number]>('bare');
export const endSignal = defineSignal('end');

/** A workflow that only handles updates: the upper bound for messages to a run. */
export async function answerUpdates(): Promise<void> {
  let isOver = false;
  setHandler(bareUpdate, (value) => value + 1);
  setHandler(endSignal, () => {
    isOver = true;
  });
  await condition(() => isOver);
}
