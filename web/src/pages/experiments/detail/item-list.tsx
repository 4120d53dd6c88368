import { useCallback, useMemo } from 'react';
import type { Experiment, ExperimentItem } from '../../../api/types';
import { readSpan } from '../../../text/finding-links';
import { formatCount } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import { type Sort, sortRows } from '../../../ui/columns';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Table } from '../../../ui/table';
import { VirtualTable } from '../../../ui/virtual-table';
import { useSearch } from '../../../workspace/use-search';
import type { ItemStatus } from '../shared/item-queries';
import styles from './experiment.module.css';
import { itemColumns } from './item-columns';
import { ItemDialog } from './item-dialog';
import { readSort, writeSort } from './item-order';
import { useItems } from './use-items';

/** Up to this number, rows are not virtualized. */
const MAX_PLAIN_ROWS = 30;

interface ItemListProps {
  experiment: Experiment;
  /** Null: any status. Give the component another key when it changes. */
  status: ItemStatus | null;
}

/** The items of an experiment by status. The URL holds their order and the open item. */
export function ItemList({ experiment, status }: ItemListProps) {
  const { search, change } = useSearch();
  const { items, isLoading, error, retry, hasMore, loadMore, onShown, areFinal } = useItems(
    experiment,
    status,
  );
  const counted = experiment.status_summary[status ?? 'total'];
  // Both are loaded at different times.
  const total = hasMore ? Math.max(counted, items.length) : items.length;
  const chosen = search.get('item');
  const isChosen = chosen !== null;
  const open = useCallback(
    (item: ExperimentItem | null) => change({ item: item?.id ?? null, span: null }, { replace: isChosen }),
    [change, isChosen],
  );
  const { samples_per_item } = experiment;
  const columns = useMemo(
    () => itemColumns({ samples_per_item }, open, areFinal),
    [samples_per_item, open, areFinal],
  );
  const sort = search.get('sort');
  const rows = useMemo(() => sortRows(items, columns, readSort(sort)), [items, columns, sort]);
  const areSorted = rows !== items;
  // In a sorted list, new items would appear between visible rows, so they load on demand only.
  const more = areSorted ? {} : { onNearEnd: loadMore };
  const table = {
    label: 'Items',
    columns,
    rows,
    rowKey: ({ id }: ExperimentItem) => id,
    isSelected: ({ id }: ExperimentItem) => id === chosen,
    sorting: {
      sort: areFinal ? readSort(sort) : null,
      onSort: (by: Sort) => change({ sort: writeSort(by) }, { replace: true }),
    },
  };
  return (
    <>
      {items.length > 0 && (
        <div className={styles.items}>
          {total <= MAX_PLAIN_ROWS ? (
            <Table {...table} />
          ) : (
            <VirtualTable {...table} {...more} total={total} onShown={onShown} />
          )}
        </div>
      )}
      {items.length > 0 && hasMore && (
        <p className={styles.note}>
          {formatCount(items.length)} of {formatCount(total)} items loaded
          {areSorted ? '. Sorting covers loaded items only. ' : '. Scroll to load more.'}
          {areSorted && (
            <Button variant="quiet" isDisabled={isLoading} onPress={loadMore}>
              Load more
            </Button>
          )}
        </p>
      )}
      {error !== null && <ErrorNotice error={error} onRetry={() => retry?.()} />}
      {isLoading && error === null && items.length === 0 && <Loading label="Loading items" rows={16} />}
      {!isLoading && error === null && items.length === 0 && <EmptyState title="No items with this status" />}
      {chosen !== null && (
        <ItemDialog
          experiment={experiment}
          itemId={chosen}
          span={readSpan(search.get('span'))}
          items={rows}
          onOpen={open}
          {...more}
        />
      )}
    </>
  );
}
