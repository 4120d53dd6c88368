import { sampleRank } from '../../platform/sample-rank';

/** Each tenth is measured by a fit to the other nine. */
export const FOLDS = 10;

/**
 * Assigns conversations to folds of about equal size. Replies of one conversation resemble each other, so a fit that has
 * seen one of them must not be measured by another. Null with fewer conversations than folds.
 */
export function assignFolds(conversationIds: readonly string[]): Map<string, number> | null {
  const ranked = [...new Set(conversationIds)].map((id) => ({ id, rank: sampleRank('calibration', id) }));
  if (ranked.length < FOLDS) return null;
  ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1));
  return new Map(ranked.map(({ id }, index) => [id, index % FOLDS]));
}

/** Calls `measure` for each fold with its items and all others. */
export function crossFit<Item extends { fold: number }, Result>(
  items: readonly Item[],
  measure: (held: Item[], others: Item[]) => Result[],
): Result[] {
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) =>
    measure(
      items.filter((item) => item.fold === fold),
      items.filter((item) => item.fold !== fold),
    ),
  );
}
