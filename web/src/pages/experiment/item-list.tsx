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
  const { items, isLoading, error, retry, loadMore } = useItems(experiment);
  const total = experiment.status_summary.total;
  const chosen = search.get('item');
  const open = (item: ExperimentItem | null) =>
    change({ item: item?.id ?? null }, { replace: chosen !== null });
  const table = {
    label: 'Items',
    columns: itemColumns(open, items.length === total),
    rows: items,
    rowKey: ({ id }: ExperimentItem) => id,
    isSelected: ({ id }: ExperimentItem) => id === chosen,
  };
  return (
    <>
      {items.length > 0 &&
        (total <= SHORT ? (
          <Table {...table} />
        ) : (
          <VirtualTable {...table} total={total} onNearEnd={loadMore} />
        ))}
      {items.length > 0 && items.length < total && (
        <p className={styles.note} aria-live="polite">
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
