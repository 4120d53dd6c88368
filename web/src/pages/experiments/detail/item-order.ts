import type { Sort } from '../../../ui/columns';

/** Parses the order of a table in the URL: `latency`, or `-latency` for descending; null without one. */
export function readSort(text: string | null): Sort | null {
  if (text === null) return null;
  const isDescending = text.startsWith('-');
  return { columnId: isDescending ? text.slice(1) : text, isDescending };
}

/** The reverse of `readSort`. */
export function writeSort({ columnId, isDescending }: Sort): string {
  return isDescending ? `-${columnId}` : columnId;
}
