import { useCallback, useMemo } from 'react';
import type { Experiment, ExperimentItem } from '../../api/types';
import { useSearch } from '../../app/use-search';
import { ErrorNotice } from '../../ui/error-notice';
import { Loading } from '../../ui/loading';
import { Table } from '../../ui/table';
import { VirtualTable } from '../../ui/virtual-table';
import styles from './experiment.module.css';
import { itemColumns } from './item-columns';
import { ItemDialog } from './item-dialog';
import { useItems } from './use-items';

/** Up to so many rows are drawn all at once, without a box of their own. */
const SHORT = 30;

/** The items of an experiment; the one that is looked at is in the address. */
export function ItemList({ experiment }: { experiment: Experiment }) {
  const { search, change } = useSearch();
  const { items, isLoading, error, retry, loadMore, onShown, areFinal } = useItems(experiment);
  const total = experiment.status_summary.total;
  const chosen = search.get('item');
  const isChosen = chosen !== null;
  const open = useCallback(
    (item: ExperimentItem | null) => change({ item: item?.id ?? null }, { replace: isChosen }),
    [change, isChosen],
  );
  const columns = useMemo(() => itemColumns(open, areFinal), [open, areFinal]);
  const table = {
    label: 'Items',
    columns,
    rows: items,
    rowKey: ({ id }: ExperimentItem) => id,
    isSelected: ({ id }: ExperimentItem) => id === chosen,
  };
  return (
    <>
      {items.length > 0 && (
        <div className={styles.items}>
          {total <= SHORT ? (
            <Table {...table} />
          ) : (
            <VirtualTable {...table} total={total} onNearEnd={loadMore} onShown={onShown} />
          )}
        </div>
      )}
      {items.length > 0 && items.length < total && (
        <p className={styles.note}>
          {items.length.toLocaleString('en')} of {total.toLocaleString('en')} items loaded; more come as you
          scroll.
        </p>
      )}
      {error !== null && <ErrorNotice error={error} onRetry={() => retry?.()} />}
      {isLoading && error === null && items.length === 0 && <Loading label="Loading items" />}
      {chosen !== null && (
        <ItemDialog
          experiment={experiment}
          itemId={chosen}
          items={items}
          onOpen={open}
          onNearEnd={loadMore}
        />
      )}
    </>
  );
}
