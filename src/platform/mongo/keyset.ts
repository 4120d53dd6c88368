import type { TimePosition } from '../time-position';

/**
 * The filter and sort order of a list, newest first, after a position; null: from the start. Of equal times
 * the greater id comes first, so that the order is total and pages neither repeat nor skip entries. `idField`
 * is the field of the id.
 *
 * The filter bounds the time once and compares ids only among equal times, instead of using an `$or` of two
 * cases: that makes it one range of an index that ends in `createdAt: -1, <idField>: -1`. Its only key is
 * `$and`, so it can be spread into any filter without one.
 */
export function newestFirst(after: TimePosition | null, idField = '_id') {
  const sort = { createdAt: -1, [idField]: -1 } as const;
  if (after === null) return { filter: {}, sort };
  const { createdAt, id } = after;
  const isBefore = { $or: [{ createdAt: { $lt: createdAt } }, { [idField]: { $lt: id } }] };
  return { filter: { $and: [{ createdAt: { $lte: createdAt } }, isBefore] }, sort };
}

/**
 * The filter and sort order of a list, oldest first by `timeField`, after a position; null: from the start.
 * Of equal times the smaller `_id` comes first.
 */
export function oldestFirst(timeField: string, after: { at: Date; id: string } | null) {
  const sort = { [timeField]: 1, _id: 1 } as const;
  if (after === null) return { filter: {}, sort };
  const { at, id } = after;
  const isAfter = { $or: [{ [timeField]: { $gt: at } }, { _id: { $gt: id } }] };
  return { filter: { $and: [{ [timeField]: { $gte: at } }, isAfter] }, sort };
}
