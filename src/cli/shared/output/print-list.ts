import { oneLine } from '../wording';
import { formatTable } from './format-table';
import { type Output, toJsonText } from './output';

export interface Column<Item> {
  name: string;
  read(item: Item): string;
  isNumber?: boolean;
}

export interface ListOptions {
  json?: boolean;
  /** Items after it are not read. */
  limit: number;
  output: Output;
}

/**
 * Prints a list: with `json` an item of the API per line, on a terminal a table, otherwise a line of cells per item,
 * separated by tabs.
 */
export async function printList<Item>(
  items: AsyncIterable<Item>,
  columns: readonly Column<Item>[],
  { json: isJson = false, limit, output }: ListOptions,
): Promise<void> {
  const { listed, hasMore } = await readUpTo(items, limit);
  if (isJson) for (const item of listed) output.write(`${toJsonText(item)}\n`);
  else if (output.isTTY !== true)
    for (const cells of rowsOf(listed, columns)) output.write(`${cells.join('\t')}\n`);
  else {
    output.write(listed.length === 0 ? 'None.\n' : `${toTable(listed, columns)}\n`);
    if (hasMore) output.write(`There are more: --limit ${2 * limit}\n`);
  }
}

async function readUpTo<Item>(items: AsyncIterable<Item>, limit: number) {
  const listed: Item[] = [];
  for await (const item of items) {
    if (listed.length === limit) return { listed, hasMore: true };
    listed.push(item);
  }
  return { listed, hasMore: false };
}

function rowsOf<Item>(items: readonly Item[], columns: readonly Column<Item>[]): string[][] {
  return items.map((item) => columns.map(({ read }) => oneLine(read(item))));
}

function toTable<Item>(items: readonly Item[], columns: readonly Column<Item>[]): string {
  return formatTable(
    columns.map(({ name }) => name),
    rowsOf(items, columns),
    columns.map(({ isNumber }) => (isNumber === true ? 'right' : 'left')),
  );
}
