import Table from 'cli-table3';

type Align = 'left' | 'right';

const withoutRules = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

/** A table without colors. `aligns`: of the first columns; the last one is that of the others. `widths`: of columns that are cut. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  aligns: readonly Align[],
  widths: (number | null)[] = [],
): string {
  const table = new Table({
    head: [...head],
    colAligns: head.map((_, index) => aligns[index] ?? aligns.at(-1) ?? 'left'),
    colWidths: widths,
    style: { head: [], border: [] },
    chars: withoutRules,
  });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}

/** The columns of a table of numbers: the first one has names. */
export const nameThenNumbers = ['left', 'right'] as const;
