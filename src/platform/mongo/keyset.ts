import type { TimePosition } from '../time-position';

/**
 * Reads a list newest first, from the entry after a position; null: from the first. Of equal times the greater
 * id comes first, so that the order is total and paging neither repeats nor skips. `idField` holds the id.
 *
 * The filter bounds the time once and lets ids decide only among equal times, rather than offering two
 * alternatives: that makes it one range of an index that ends in `createdAt: -1, <idField>: -1`. Its only key is
 * `$and`, so it can be spread into any filter that has none.
 */
export function newestFirst(after: TimePosition | null, idField = '_id') {
  const sort = { createdAt: -1, [idField]: -1 } as const;
  if (after === null) return { filter: {}, sort };
  const { createdAt, id } = after;
  const isBefore = { $or: [{ createdAt: { $lt: createdAt } }, { [idField]: { $lt: id } }] };
  return { filter: { $and: [{ createdAt: { $lte: createdAt } }, isBefore] }, sort };
}

/**
 * Reads a list oldest first by `timeField`, from the entry after a position; null: from the first. Of equal times the
 * smaller `_id` comes first.
 */
export function oldestFirst(timeField: string, after: { at: Date; id: string } | null) {
  const sort = { [timeField]: 1, _id: 1 } as const;
  if (after === null) return { filter: {}, sort };
  const { at, id } = after;
  const isAfter = { $or: [{ [timeField]: { $gt: at } }, { _id: { $gt: id } }] };
  return { filter: { $and: [{ [timeField]: { $gte: at } }, isAfter] }, sort };
}
