import { findNotJudgeableUnscoped } from '../conversations/evaluations/old-verdict.unscoped.repository';
import { inTransaction } from '../platform/mongo/connection';
import { endedExperimentStatuses, type ReplySide } from './experiment';
import { changeExperiment } from './experiment.repository';
import { findExperimentUnscoped } from './experiment.unscoped.repository';
import { streamTallyItems } from './item.repository';
import { deleteCounters } from './item-counters.repository';
import {
  type CleanItem,
  listCleanItemsUnscoped,
  listExperimentsWithCleanItemsUnscoped,
  saveNotJudgeable,
} from './old-item.unscoped.repository';
import { type TallyItem, tallyItems } from './tally';

/** Evaluations that are looked up together. */
const BATCH_SIZE = 1000;

/**
 * Marks the replies of experiment items as not judgeable whose evaluation is, and computes the final numbers of their
 * experiments again. Each experiment changes in one transaction, so after an interruption the others remain. May run
 * repeatedly and concurrently.
 */
export async function migrateItems(): Promise<void> {
  for (const experimentId of await listExperimentsWithCleanItemsUnscoped()) {
    await migrateExperiment(experimentId);
  }
}

async function migrateExperiment(experimentId: string): Promise<void> {
  const clean = (await listCleanItemsUnscoped(experimentId)).flatMap(cleanSides);
  const notJudgeable = new Set<string>();
  for (let start = 0; start < clean.length; start += BATCH_SIZE) {
    const ids = clean.slice(start, start + BATCH_SIZE).map(({ evaluationId }) => evaluationId);
    for (const id of await findNotJudgeableUnscoped(ids)) notJudgeable.add(id);
  }
  const sides = clean.filter(({ evaluationId }) => notJudgeable.has(evaluationId));
  const experiment = await findExperimentUnscoped(experimentId);
  if (sides.length === 0 || experiment === null) return;
  const tally =
    experiment.tally === null
      ? null
      : await tallyItems(migrateAll(streamTallyItems(experiment), notJudgeable));
  await inTransaction(async (session) => {
    await saveNotJudgeable(experimentId, sides, session);
    // The next poll of a running experiment creates its counters from the items.
    await deleteCounters([experimentId], session);
    // No effect if the experiment was retried meanwhile: it has no final numbers then.
    if (tally !== null) await changeExperiment(experiment, endedExperimentStatuses, { tally }, session);
  });
}

function cleanSides({ _id: itemId, reply, baseline }: CleanItem) {
  return (['reply', 'baseline'] as const).flatMap((side) => {
    const { evaluationId, findings } = (side === 'reply' ? reply : baseline) ?? {};
    return evaluationId != null && findings?.length === 0 ? [{ itemId, side, evaluationId }] : [];
  });
}

async function* migrateAll(
  items: AsyncIterable<TallyItem>,
  notJudgeable: ReadonlySet<string>,
): AsyncGenerator<TallyItem> {
  for await (const item of items) {
    yield {
      ...item,
      reply: migrate(item.reply, notJudgeable),
      baseline: item.baseline && migrate(item.baseline, notJudgeable),
    };
  }
}

function migrate(side: ReplySide, notJudgeable: ReadonlySet<string>): ReplySide {
  if (side.evaluationId === null || !notJudgeable.has(side.evaluationId)) return side;
  return { ...side, findings: null, isNotJudgeable: true };
}
