import { cancellationSignal } from '@temporalio/activity';
import type { ItemRunner } from '../src/experiments/item-runner';
import { withHeartbeat } from './with-heartbeat';

export function makeEvaluateItem({ itemRunner }: { itemRunner: ItemRunner }) {
  /** Generates and evaluates one item; repeated, it picks up what an earlier attempt has saved. */
  return function evaluateItem(input: {
    experimentId: string;
    itemId: string;
  }): Promise<{ costCents: number }> {
    const signal = cancellationSignal();
    return withHeartbeat(() => itemRunner.run(input, { signal }));
  };
}
