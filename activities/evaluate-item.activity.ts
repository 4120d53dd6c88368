import { activityInfo, cancellationSignal, log } from '@temporalio/activity';
import type { Admission } from '../src/experiments/execution/admission';
import type { ItemExecutor } from '../src/experiments/execution/item-executor';
import type { EvaluatedItem, ExecuteItemInput, ItemWindow } from '../workflows/contracts';
import { withHeartbeat } from './with-heartbeat';

export function createEvaluateItem({
  itemExecutor,
  admission,
}: {
  itemExecutor: ItemExecutor;
  admission: Admission;
}) {
  /**
   * Generates and evaluates one item; repeated, it continues from what an earlier try has saved. With its cost it
   * returns how many items the experiment may have in flight from now on, which saves the workflow from asking.
   */
  return function evaluateItem(input: ExecuteItemInput): Promise<EvaluatedItem & Partial<ItemWindow>> {
    const signal = cancellationSignal();
    const { attempt: tries } = activityInfo();
    return withHeartbeat(async () => {
      const evaluated = await itemExecutor.evaluateItem(input, { signal, tries });
      return { ...evaluated, ...(await findWindow(input.experimentId)) };
    });
  };

  async function findWindow(experimentId: string): Promise<Partial<ItemWindow>> {
    try {
      const { window } = await admission.findItemWindow({ experimentId });
      // Unknown where it has begun on another worker since this one has computed shares: no reason for no limit.
      return window === null ? {} : { window };
    } catch (error) {
      // The item is done; its workflow keeps the window it has.
      log.warn('the window of an experiment is unknown', { experimentId, error });
      return {};
    }
  }
}
