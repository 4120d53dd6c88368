import { condition, defineSignal, defineUpdate, setHandler } from '@temporalio/workflow';

export const bareUpdate = defineUpdate<number, [number]>('bare');
export const endSignal = defineSignal('end');

/** A workflow that does nothing but answer updates: no message to a run can be answered faster. */
export async function answerUpdates(): Promise<void> {
  let isOver = false;
  setHandler(bareUpdate, (value) => value + 1);
  setHandler(endSignal, () => {
    isOver = true;
  });
  await condition(() => isOver);
}
