import { seededRandom } from '../../statistics';

/** Reproducible random choices from a seed. */
export interface Draw {
  /** A whole number from `low` to `high`, both inclusive. */
  between(low: number, high: number): number;
  /** One of `items`, or undefined when there is none. */
  one<Item>(items: readonly Item[]): Item | undefined;
  /** A copy in another order (Fisher and Yates). */
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** Choices from one seed; each call advances the sequence. */
export function createDraw(seed: string): Draw {
  const random = seededRandom(seed);
  const between = (low: number, high: number) => low + (random() % (high - low + 1));
  return {
    between,
    one: (items) => (items.length === 0 ? undefined : items[between(0, items.length - 1)]),
    shuffled: (items) => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last -= 1) {
        const other = between(0, last);
        [shuffled[last], shuffled[other]] = [shuffled[other] as never, shuffled[last] as never];
      }
      return shuffled;
    },
  };
}
