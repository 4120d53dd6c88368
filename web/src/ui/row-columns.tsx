import type { ReactNode } from 'react';
import type { Column } from './columns';
import styles from './row-columns.module.css';
import { Time } from './time';

/** A column with the age of each row. */
export function createdColumn<Row>(createdAt: (row: Row) => string): Column<Row> {
  return {
    id: 'created',
    header: 'Created',
    cell: (row) => <Time at={createdAt(row)} isAge />,
  };
}

/** A column with actions; its header is for screen readers only. */
export function actionsColumn<Row>(actions: (row: Row) => ReactNode): Column<Row> {
  return {
    id: 'actions',
    header: <span className={styles.hidden}>Actions</span>,
    cell: (row) => <div className={styles.rowActions}>{actions(row)}</div>,
  };
}
