import type { EvaluatedItem, PairOutcome } from '../../../workflows/contracts';
import type { ExperimentItem } from '../store/experiment';
import { findItem } from '../store/item.repository';
import type { ExperimentPlan } from './item-try';

/** Both sides of an item after its evaluation. */
export type ItemResult = Pick<ExperimentItem, 'reply' | 'baseline'>;

/** Which replies of an item have an issue; null unless both have a verdict. */
export function pairOutcomeOf({ reply, baseline }: ItemResult): PairOutcome | null {
  if (reply.findings === null || baseline?.findings == null) return null;
  const hasIssue = reply.findings.length > 0;
  if (baseline.findings.length > 0) return hasIssue ? 'both' : 'only_original';
  return hasIssue ? 'only_reply' : 'neither';
}

/** The pair of an item, if the experiment has a rule that needs it. */
export function pairOf({ experiment }: ExperimentPlan, result: ItemResult): Pick<EvaluatedItem, 'pair'> {
  return experiment.stopWhen === null ? {} : { pair: pairOutcomeOf(result) };
}

/** The pair of an item that an earlier try has completed. */
export async function storedPair(plan: ExperimentPlan, itemId: string): Promise<Pick<EvaluatedItem, 'pair'>> {
  if (plan.experiment.stopWhen === null) return {};
  const item = await findItem(plan.experiment, itemId);
  return item?.status === 'completed' ? pairOf(plan, item) : { pair: null };
}
