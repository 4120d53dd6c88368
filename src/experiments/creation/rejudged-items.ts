import { listCompletedEvaluations } from '../../conversations/evaluations/completed-evaluations';
import { derivedId } from '../../platform/derived-id';
import type { Experiment, ExperimentItem, ReplySide } from '../store/experiment';
import { listItems } from '../store/item.repository';
import { createItem, evaluationsExpectedOf } from './create-item';

const PAGE_SIZE = 250;

/**
 * Builds an item for each item of `source` whose reply is not among `judgedIds`, at the positions from
 * `judgedIds.size` on. The baseline is the original reply that the source was compared with, judged by the judge version
 * of the new experiment if it has been before.
 */
export async function buildRejudgedItems(
  experiment: Experiment,
  source: Pick<Experiment, 'id' | 'workspaceId'>,
  judgedIds: ReadonlySet<string> = new Set(),
): Promise<ExperimentItem[]> {
  const items: ExperimentItem[] = [];
  for (let position = -1; ; ) {
    const page = await listItems(source, { position, limit: PAGE_SIZE, status: 'completed' });
    const evaluations = await listBaselineEvaluations(experiment, page);
    for (const item of page) {
      if (item.reply.messageId === null || judgedIds.has(item.reply.messageId)) continue;
      items.push(rejudgedItem(experiment, judgedIds.size + items.length, item, evaluations));
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return items;
    position = last.position;
  }
}

type BaselineEvaluations = Awaited<ReturnType<typeof listCompletedEvaluations>>;

async function listBaselineEvaluations(
  { workspaceId, evaluatorId, evaluatorVersion, issueConfigVersion }: Experiment,
  items: readonly ExperimentItem[],
): Promise<BaselineEvaluations> {
  const messageIds = items.flatMap(({ baseline }) => baseline?.messageId ?? []);
  const evaluations = await listCompletedEvaluations(workspaceId, messageIds, evaluatorId, evaluatorVersion);
  return new Map([...evaluations].filter(([, one]) => one.issueConfigVersion === issueConfigVersion));
}

function rejudgedItem(
  { id: experimentId, workspaceId, createdAt, requestedAt, executionNumber }: Experiment,
  position: number,
  { conversationId, sampleIndex, sourcePreview, replayedIndex, reply, baseline }: ExperimentItem,
  evaluations: BaselineEvaluations,
): ExperimentItem {
  const unjudged = baseline && withVerdict(baseline, evaluations);
  return createItem({
    // An experiment with a derived id may be deleted and created again: what is paid for then has another id.
    id: derivedId(`${experimentId}/${createdAt.getTime()}/${position}`, 'item'),
    workspaceId,
    experimentId,
    position,
    conversationId,
    sampleIndex,
    sourcePreview,
    replayedIndex,
    baseline: unjudged,
    evaluationsExpected: evaluationsExpectedOf({ sampleIndex, baseline: unjudged }),
    createdAt: requestedAt,
    executionNumber,
    rejudgedMessageId: reply.messageId,
  });
}

/** The original reply with its verdict by the new yardstick, if there is one, instead of that of the source. */
function withVerdict(baseline: ReplySide, evaluations: BaselineEvaluations): ReplySide {
  const evaluation = baseline.messageId === null ? undefined : evaluations.get(baseline.messageId);
  return {
    ...baseline,
    evaluationId: evaluation?.id ?? null,
    findings: evaluation?.findings ?? null,
    hasNoVerdict: false,
    isNotJudgeable: false,
  };
}
