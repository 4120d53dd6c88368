import type { ReactNode } from 'react';
import type { Column } from './columns';
import styles from './row-columns.module.css';
import { Time } from './time';

/** How long ago a row's subject was created. */
export function createdColumn<Row>(createdAt: (row: Row) => string): Column<Row> {
  return {
    id: 'created',
    header: 'Created',
    cell: (row) => (
      <span className={styles.when}>
        <Time at={createdAt(row)} isAge />
      </span>
    ),
  };
}

/** What can be done with a row's subject; its head is for screen readers only. */
export function actionsColumn<Row>(actions: (row: Row) => ReactNode): Column<Row> {
  return {
    id: 'actions',
    header: <span className={styles.hidden}>Actions</span>,
    cell: (row) => <div className={styles.rowActions}>{actions(row)}</div>,
  };
}
