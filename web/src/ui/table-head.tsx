import type { Column, Sort } from './columns';
import styles from './table.module.css';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: (sort: Sort) => void;
}

/** The column headers; those of sortable columns are buttons. */
export function TableHead<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, header, align, width, sortBy }) => (
          <th
            key={id}
            scope="col"
            data-align={align}
            style={width === undefined ? undefined : { width }}
            aria-sort={sort?.columnId === id ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
          >
            {sortBy === undefined ? (
              header
            ) : (
              <button
                type="button"
                className={styles.sort}
                onClick={() =>
                  onSort({
                    columnId: id,
                    isDescending: sort?.columnId === id ? !sort.isDescending : align === 'end',
                  })
                }
              >
                {header}
                <span aria-hidden="true">
                  {sort?.columnId === id ? (sort.isDescending ? '↓' : '↑') : '↕'}
                </span>
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
