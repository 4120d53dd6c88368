import type { FoundPage } from '../../platform/http/page';
import type { Column } from '../../platform/tables/table';
import type { TimePosition } from '../../platform/time-position';
import { toFindingWire } from './finding.schema';
import { type Finding, reportKey } from './ledger/finding';

export interface FindingSource {
  /** Reads the next findings after a position; null: from the start. */
  listNext(after: TimePosition | null): Promise<FoundPage<Finding>>;
  /** What is exported of a batch; it may leave out findings that were deleted meanwhile. */
  convert(findings: readonly Finding[]): Promise<Finding[]>;
}

/** All findings of a list, page after page, because a cursor would time out when a client pauses. */
export async function* findingBatches({ listNext, convert }: FindingSource): AsyncGenerator<Finding[]> {
  let after: TimePosition | null = null;
  for (;;) {
    const page: FoundPage<Finding> = await listNext(after);
    yield await convert(page.items);
    const last = page.items.at(-1);
    if (last === undefined || !page.hasMore) return;
    after = { createdAt: last.createdAt, id: reportKey(last) };
  }
}

/** The columns of an exported finding: the fields of the list, evidence as JSON. */
export const findingColumns: readonly Column<Finding>[] = [
  { name: 'id', type: 'text', cellOf: ({ id }) => id },
  { name: 'conversation_id', type: 'text', cellOf: ({ conversationId }) => conversationId },
  { name: 'message_id', type: 'text', cellOf: ({ messageId }) => messageId },
  { name: 'message_part_index', type: 'integer', cellOf: ({ messagePartIndex }) => messagePartIndex },
  { name: 'start_offset', type: 'integer', cellOf: ({ startOffset }) => startOffset },
  { name: 'end_offset', type: 'integer', cellOf: ({ endOffset }) => endOffset },
  { name: 'text', type: 'text', cellOf: ({ text }) => text },
  { name: 'label', type: 'text', cellOf: ({ label }) => label },
  { name: 'explanation', type: 'text', cellOf: ({ explanation }) => explanation },
  { name: 'confidence', type: 'decimal', cellOf: ({ confidence }) => confidence },
  {
    name: 'calibrated_confidence',
    type: 'decimal',
    cellOf: ({ calibratedConfidence }) => calibratedConfidence ?? null,
  },
  { name: 'tool_name', type: 'text', cellOf: ({ toolName }) => toolName },
  { name: 'parameter_name', type: 'text', cellOf: ({ parameterName }) => parameterName },
  { name: 'evidence', type: 'text', cellOf: (finding) => JSON.stringify(toFindingWire(finding).evidence) },
  { name: 'evaluator_id', type: 'text', cellOf: ({ evaluatorId }) => evaluatorId },
  { name: 'evaluator_version', type: 'integer', cellOf: ({ evaluatorVersion }) => evaluatorVersion },
  { name: 'evaluation_id', type: 'text', cellOf: ({ evaluationId }) => evaluationId },
  { name: 'issue_config_version', type: 'integer', cellOf: ({ issueConfigVersion }) => issueConfigVersion },
  { name: 'experiment_id', type: 'text', cellOf: ({ experimentId }) => experimentId },
  { name: 'item_id', type: 'text', cellOf: ({ itemId }) => itemId },
  { name: 'review', type: 'text', cellOf: ({ review }) => review },
  { name: 'model', type: 'text', cellOf: ({ model }) => model },
  { name: 'created_at', type: 'time', cellOf: ({ createdAt }) => createdAt },
  { name: 'reported_at', type: 'time', cellOf: ({ reportedAt }) => reportedAt },
];
