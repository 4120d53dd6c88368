import type { Column } from '../../platform/tables/table';
import { toItemWire } from './experiment.mapper';
import type { ItemView } from './item-view';

/** Items that are read in one batch of an export. */
const BATCH_SIZE = 200;

type ListNextItems = (position: number, limit: number) => Promise<ItemView[]>;

/** All items of an experiment, page after page, because a cursor would time out when a client pauses. */
export async function* itemBatches(listNext: ListNextItems): AsyncGenerator<ItemView[]> {
  let position = -1;
  for (;;) {
    const items = await listNext(position, BATCH_SIZE);
    yield items;
    const last = items.at(-1);
    if (last === undefined || items.length < BATCH_SIZE) return;
    position = last.position;
  }
}

type Wire = ReturnType<typeof toItemWire>;

const column = (
  name: keyof Wire & string,
  type: Column<ItemView>['type'],
  cellOf: Column<ItemView>['cellOf'] = (item) => toItemWire(item)[name] as string | number | boolean | null,
): Column<ItemView> => ({ name, type, cellOf });

/** The columns of an exported item: the fields of the list, and the code and message of its error. */
export const itemColumns: readonly Column<ItemView>[] = [
  column('id', 'text'),
  column('status', 'text'),
  column('conversation_id', 'text'),
  column('sample_index', 'integer'),
  column('source_preview', 'text'),
  column('replayed_message_id', 'text'),
  column('replayed_message_index', 'integer'),
  column('issue_count', 'integer'),
  column('baseline_issue_count', 'integer'),
  column('has_verdict', 'boolean'),
  column('verdict', 'text'),
  column('input_tokens', 'integer'),
  column('output_tokens', 'integer'),
  column('latency_ms', 'decimal'),
  column('cost_cents', 'decimal'),
  column('generation_cost_cents', 'decimal'),
  column('judging_cost_cents', 'decimal'),
  column('wasted_cost_cents', 'decimal'),
  column('created_at', 'time', ({ createdAt }) => createdAt),
  column('completed_at', 'time', ({ completedAt }) => completedAt),
  column('evaluations_expected', 'integer'),
  column('evaluations_received', 'integer'),
  column('attempts', 'integer'),
  {
    name: 'schema_errors',
    type: 'text',
    cellOf: ({ reply }) => reply.schemaErrors && JSON.stringify(reply.schemaErrors),
  },
  { name: 'error_code', type: 'text', cellOf: ({ error }) => error?.code ?? null },
  { name: 'error_message', type: 'text', cellOf: ({ error }) => error?.message ?? null },
];
