import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConversationSet } from '../../../api/types';
import { Button } from '../../../ui/button';
import type { Column } from '../../../ui/columns';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Pagination } from '../../../ui/pagination';
import { actionsColumn, createdColumn } from '../../../ui/row-columns';
import { Table } from '../../../ui/table';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { selectionColumns } from '../shared/set-columns';
import { setVersionsQuery } from '../shared/set-queries';
import styles from '../shared/sets.module.css';

/** The versions of a set, latest first. A button shows the conversations of one. */
export function SetVersions({ set, shown }: { set: ConversationSet; shown: number }) {
  const { change } = useSearch();
  const [cursor, setCursor] = useState<string | null>(null);
  const { data, error, isPlaceholderData, refetch } = useQuery(
    setVersionsQuery(useWorkspace(), set.id, cursor),
  );
  const show = (version: number) =>
    change({ version: version === set.version ? null : String(version) }, { replace: true });
  const columns: Column<ConversationSet>[] = [
    { id: 'version', header: 'Version', isRowHeader: true, cell: ({ version }) => version },
    ...selectionColumns,
    createdColumn(({ version_created_at: at }) => at),
    actionsColumn(({ version }) => (
      <Button
        variant="quiet"
        isDisabled={version === shown}
        aria-label={`Show conversations of version ${version}`}
        onPress={() => show(version)}
      >
        Show
      </Button>
    )),
  ];
  return (
    <section aria-busy={isPlaceholderData}>
      <h2 className={styles.heading}>Versions</h2>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading label="Loading versions" />}
      {data !== undefined && (
        <>
          <Table
            label="Versions"
            columns={columns}
            rows={data.items}
            rowKey={({ version }) => String(version)}
            isSelected={({ version }) => version === shown}
          />
          <Pagination
            label="versions"
            isFirst={cursor === null}
            nextCursor={data.next_page_cursor}
            onFirst={() => setCursor(null)}
            onNext={setCursor}
          />
        </>
      )}
    </section>
  );
}
