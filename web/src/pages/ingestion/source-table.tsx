import type { IngestionSource } from '../../api/types';
import { formatCount, NO_VALUE } from '../../text/numbers';
import type { Column } from '../../ui/columns';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import styles from './ingestion.module.css';

const ignoredNames: Record<IngestionSource['ignored'][number]['reason'], string> = {
  unrelated: 'not about models',
  unknown_convention: 'unknown convention',
  no_content: 'without content',
  rejected: 'rejected',
};

const columns: Column<IngestionSource>[] = [
  {
    id: 'sdk',
    header: 'SDK',
    isRowHeader: true,
    cell: ({ sdk_name: name, sdk_version: version, language }) => (
      <>
        <span className={styles.name}>{name ?? 'Unnamed'}</span>
        <span className={styles.note}>{[version, language].filter((one) => one !== null).join(', ')}</span>
      </>
    ),
  },
  { id: 'convention', header: 'Convention', cell: ({ convention }) => convention ?? NO_VALUE },
  { id: 'last', header: 'Last batch', cell: ({ last_batch_at: at }) => <Time at={at} isAge /> },
  countColumn('batches', 'Batches', ({ batch_count: count }) => count),
  countColumn('spans', 'Spans', ({ span_count: count }) => count),
  countColumn('logs', 'Log records', ({ log_record_count: count }) => count),
  countColumn('conversations', 'Recent conversations', ({ conversation_count: count }) => count),
  {
    id: 'ignored',
    header: 'Recently ignored',
    cell: ({ ignored }) =>
      ignored.length === 0
        ? 'Nothing'
        : ignored.map(({ reason, count }) => `${formatCount(count)} ${ignoredNames[reason]}`).join(', '),
  },
];

function countColumn(
  id: string,
  header: string,
  countOf: (source: IngestionSource) => number,
): Column<IngestionSource> {
  return { id, header, align: 'end', cell: (source) => formatCount(countOf(source)) };
}

/** The instrumentations that export to the workspace, those with the latest batches first. */
export function SourceTable({ sources }: { sources: readonly IngestionSource[] }) {
  return (
    <Table
      label="Sources"
      columns={columns}
      rows={sources}
      rowKey={({ sdk_name: name, sdk_version: version, language }) =>
        JSON.stringify([name, version, language])
      }
    />
  );
}
