import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { joinClasses } from './class-names';
import { type TableProps, TableRow, useSorting } from './table';
import styles from './table.module.css';
import { TableBox } from './table-box';
import { TableHead } from './table-head';

/** Same as `--row-height` of the style sheets. A fixed height avoids measuring rows. */
const ROW_HEIGHT_REM = 2.25;
const OVERSCAN_ROWS = 8;
/** Distance to the end of the loaded rows at which `onNearEnd` is called. */
const PREFETCH_ROWS = 40;

export interface VirtualTableProps<Row> extends TableProps<Row> {
  /** The number of all rows, loaded or not. */
  total?: number;
  /** Called when the end of the loaded rows comes near. */
  onNearEnd?: () => void;
  /** Called with the indexes of the first and last rendered rows. */
  onShown?: (first: number, last: number) => void;
}

/** A virtualized Table with a fixed height, for thousands of rows. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, rowKey, isSelected, total = rows.length, onNearEnd, onShown } = props;
  const { sorted, sort, onSort } = useSorting(props);
  const box = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => box.current,
    estimateSize: getRowHeight,
    overscan: OVERSCAN_ROWS,
  });
  const shown = virtualizer.getVirtualItems();
  const firstShown = shown[0]?.index ?? 0;
  const lastShown = shown.at(-1)?.index ?? 0;
  const before = shown[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? 0);

  useEffect(() => {
    if (lastShown >= sorted.length - PREFETCH_ROWS) onNearEnd?.();
  }, [lastShown, sorted.length, onNearEnd]);

  useEffect(() => onShown?.(firstShown, lastShown), [firstShown, lastShown, onShown]);

  return (
    <TableBox label={label} isTall box={box}>
      <table
        className={joinClasses(styles.table, styles.fixed)}
        style={{ minWidth: minTableWidth(columns) }}
        aria-label={label}
        aria-rowcount={total + 1}
      >
        <TableHead
          columns={columns}
          sort={sort}
          onSort={(chosen) => {
            onSort(chosen);
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
              />
            );
          })}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
    </TableBox>
  );
}

/** In pixels; depends on the user's font size. */
function getRowHeight(): number {
  return ROW_HEIGHT_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** Returns a width at which no column disappears. Automatic widths would require measuring every row. */
function minTableWidth(columns: readonly { width?: string }[]): string {
  return `calc(${columns.map(({ width = '12rem' }) => width).join(' + ')})`;
}

/** Fills the space of rows that are not rendered. */
function Spacer({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without cells is not focusable.
  return <tr aria-hidden="true" className={styles.spacer} style={{ height }} />;
}
