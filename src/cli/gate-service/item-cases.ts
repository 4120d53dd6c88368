import type { ExperimentItem } from '../../../packages/client';
import type { Case } from '../../../packages/gate';
import { groupBy } from '../../platform/group-by';

/** Items with these errors have not run. */
const NOT_RUN = new Set(['cancelled', 'max_cost_reached', 'not_evaluated']);
const OPEN = new Set<ExperimentItem['status']>(['pending', 'queued', 'generating', 'evaluating']);

/** The replies of an experiment as cases, one per conversation: a reply with an issue fails. */
export function casesOf(items: readonly ExperimentItem[]): Case[] {
  return [...groupBy(items, ({ conversation_id: id }) => id)].map(([id, samples]) => {
    const errors = samples.filter((sample) => sample.status === 'failed' && hasRun(sample));
    return {
      id,
      failed: samples.filter(isJudged).map(({ issue_count: count }) => count > 0),
      errors: errors.length,
      reason: errors[0]?.error?.message ?? null,
    };
  });
}

/** The conversations none of whose items has run: the experiment ended before. */
export function listNotRun(items: readonly ExperimentItem[]): Set<string> {
  const ran = new Set(items.filter(hasRun).map(({ conversation_id: id }) => id));
  return new Set(items.map(({ conversation_id: id }) => id).filter((id) => !ran.has(id)));
}

/** The original replies of the conversations. */
export function originalCasesOf(items: readonly ExperimentItem[]): Case[] {
  return [...groupBy(items, ({ conversation_id: id }) => id)].map(([id, samples]) => {
    const count = samples.find(({ baseline_issue_count: count }) => count !== null)?.baseline_issue_count;
    return { id, failed: count == null ? [] : [count > 0], errors: 0, reason: null };
  });
}

/** The items of another experiment that reply to the same turns: the others are not comparable. */
export function sameTurns(
  items: readonly ExperimentItem[],
  others: readonly ExperimentItem[],
): ExperimentItem[] {
  const turns = new Set(items.map(turnOf));
  return others.filter((other) => turns.has(turnOf(other)));
}

/**
 * The differences of the pairs in the order in which items start, until the first pair of which a side is open or was
 * cancelled. Replies that end first are shorter, and may have fewer issues, so later pairs do not count before it.
 */
export function differencesInOrder(
  items: readonly ExperimentItem[],
  others: readonly ExperimentItem[],
): number[] {
  const counterparts = new Map(others.map((other) => [turnOf(other), other]));
  const differences: number[] = [];
  for (const item of items) {
    const other = counterparts.get(turnOf(item));
    if (other === undefined) continue;
    if (isUnfinished(item) || isUnfinished(other)) break;
    if (isJudged(item) && isJudged(other))
      differences.push(Number(item.issue_count > 0) - Number(other.issue_count > 0));
  }
  return differences;
}

/** Whether the reply has a verdict. */
export function isJudged(item: ExperimentItem): item is ExperimentItem & { issue_count: number } {
  return item.status === 'completed' && item.has_verdict === true && item.issue_count !== null;
}

function hasRun({ status, error }: ExperimentItem): boolean {
  return status === 'completed' || (status === 'failed' && !NOT_RUN.has(error?.code ?? ''));
}

function isUnfinished({ status, error }: ExperimentItem): boolean {
  return OPEN.has(status) || error?.code === 'cancelled';
}

function turnOf({ replayed_message_id: replayed, conversation_id: conversation }: ExperimentItem): string {
  return replayed ?? conversation;
}
