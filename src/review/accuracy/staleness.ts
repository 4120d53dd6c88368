/** `population`: the filter selects other replies, or another evaluator has judged them. */
export const stalenesses = ['population'] as const;
export type Staleness = (typeof stalenesses)[number];
