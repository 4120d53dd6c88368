import type { Sort } from '../../../ui/columns';

/** The order of a table as the address has it: `latency`, or `-latency` for the largest first; null without one. */
export function readSort(text: string | null): Sort | null {
  if (text === null) return null;
  const isDescending = text.startsWith('-');
  return { columnId: isDescending ? text.slice(1) : text, isDescending };
}

/** The same, for the address. */
export function writeSort({ columnId, isDescending }: Sort): string {
  return isDescending ? `-${columnId}` : columnId;
}
