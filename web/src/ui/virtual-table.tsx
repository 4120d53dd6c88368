import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { joinClasses } from './class-names';
import { type Sort, sortRows } from './columns';
import { type TableProps, TableRow } from './table';
import styles from './table.module.css';
import { TableHead } from './table-head';

const ROW_HEIGHT = 37;
const ROWS_BEYOND = 12;
/** Rows before the end at which more are asked for. */
const AHEAD = 40;

export interface VirtualTableProps<Row> extends TableProps<Row> {
  /** How many rows there are in all, loaded or not. */
  total?: number;
  /** Asks for more rows; called when the end of those that are loaded comes near. */
  onNearEnd?: () => void;
}

/** Like Table, in a box of its own height that draws only the rows in sight: for thousands of rows. */
export function VirtualTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  isSelected,
  initialSort,
  total = rows.length,
  onNearEnd,
}: VirtualTableProps<Row>) {
  const [sort, setSort] = useState<Sort | null>(initialSort ?? null);
  const box = useRef<HTMLElement>(null);
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_BEYOND,
  });
  const shown = virtualizer.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  const before = shown[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0);

  useEffect(() => {
    if (lastShown >= sorted.length - AHEAD) onNearEnd?.();
  }, [lastShown, sorted.length, onNearEnd]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard.
    <section className={joinClasses(styles.box, styles.tall)} aria-label={label} tabIndex={0} ref={box}>
      <table className={styles.table} aria-rowcount={total + 1}>
        <TableHead
          columns={columns}
          sort={sort}
          onSort={(chosen) => {
            setSort(chosen);
            virtualizer.scrollToOffset(0);
          }}
        />
        <tbody>
          {before > 0 && <Spacer height={before} />}
          {shown.map(({ index }) => {
            const row = sorted[index];
            if (row === undefined) return null;
            return (
              <TableRow
                key={rowKey(row)}
                row={row}
                columns={columns}
                isSelected={isSelected?.(row) ?? false}
                position={index + 2}
                index={index}
                measure={virtualizer.measureElement}
              />
            );
          })}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
    </section>
  );
}

/** Stands for rows that are not drawn. */
function Spacer({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells takes no focus.
  return <tr aria-hidden="true" className={styles.spacer} style={{ height }} />;
}
