import { cohenKappa, fleissKappa, spanF1 } from '../../../packages/statistics';
import type { Reviewer } from '../reviewer/reviewer';
import {
  type AgreementCounts,
  type AgreementTally,
  addMarked,
  emptyAgreementCounts,
  type PairTally,
  type Votes,
} from './agreement-tally';

/** How far reviewers agree on the items that they share; null where it is undefined. */
export interface AgreementScores {
  /** Of several pairs, the mean weighted by their items, without pairs that have none. */
  cohenKappa: number | null;
  spanF1: number | null;
}

export interface LabelAgreement extends AgreementScores {
  label: string;
}

export interface PairAgreement extends AgreementScores {
  reviewers: [one: Reviewer, other: Reviewer];
  itemCount: number;
  /** The share of items with the same verdict. */
  observed: number;
  labels: LabelAgreement[];
}

export interface ReviewerAgreement extends AgreementScores {
  reviewer: Reviewer;
  /** Counted once for each other reviewer. */
  pairedItemCount: number;
  observed: number;
}

export interface Agreement extends AgreementScores {
  /** Completed by at least two reviewers. */
  itemCount: number;
  /** Completed by as many reviewers as the queue asks for; Fleiss' kappa is over these. */
  finishedCount: number;
  fleissKappa: number | null;
  labels: (LabelAgreement & { fleissKappa: number | null })[];
  reviewers: ReviewerAgreement[];
  /** Those with the most items first. */
  pairs: PairAgreement[];
}

/** The pairs that are listed. */
export const MAX_PAIRS = 1000;

/** Computes the agreement of what a tally has counted. */
export function computeAgreement(tally: AgreementTally): Agreement {
  const pairs = [...tally.pairs.values()].sort((one, other) => other.itemCount - one.itemCount);
  const labels = [...new Set(pairs.flatMap((pair) => [...pair.labels.keys()]))].sort();
  return {
    itemCount: tally.itemCount,
    finishedCount: tally.finishedCount,
    fleissKappa: fleissOf(tally, tally.votes),
    ...poolPairs(pairs, (pair) => pair),
    labels: labels.map((label) => ({
      label,
      fleissKappa: fleissOf(tally, tally.labelVotes.get(label) ?? new Map()),
      ...poolPairs(pairs, (pair) => pair.labels.get(label) ?? emptyAgreementCounts()),
    })),
    reviewers: reviewersOf(pairs),
    pairs: pairs.slice(0, MAX_PAIRS).map(toPairAgreement),
  };
}

function toPairAgreement(pair: PairTally): PairAgreement {
  return {
    reviewers: pair.reviewers,
    itemCount: pair.itemCount,
    observed: observedOf([pair]),
    ...poolPairs([pair], (one) => one),
    labels: [...pair.labels].sort().map(([label, compared]) => ({
      label,
      ...poolPairs([pair], () => compared),
    })),
  };
}

function reviewersOf(pairs: readonly PairTally[]): ReviewerAgreement[] {
  const byKey = new Map<string, { reviewer: Reviewer; own: PairTally[] }>();
  for (const pair of pairs) {
    for (const reviewer of pair.reviewers) {
      const entry = byKey.get(reviewer.userId) ?? { reviewer, own: [] };
      entry.own.push(pair);
      byKey.set(reviewer.userId, entry);
    }
  }
  return [...byKey.values()].map(({ reviewer, own }) => ({
    reviewer,
    pairedItemCount: own.reduce((sum, { itemCount }) => sum + itemCount, 0),
    observed: observedOf(own),
    ...poolPairs(own, (pair) => pair),
  }));
}

/** The scores of pairs together, of what `select` compares. */
function poolPairs(
  pairs: readonly PairTally[],
  select: (pair: PairTally) => AgreementCounts,
): AgreementScores {
  const marked = emptyAgreementCounts().marked;
  let weighted = 0;
  let weight = 0;
  for (const pair of pairs) {
    const compared = select(pair);
    addMarked(marked, compared.marked);
    const kappa = kappaOf(pair.itemCount, compared);
    if (kappa === null) continue;
    weighted += kappa * pair.itemCount;
    weight += pair.itemCount;
  }
  return { cohenKappa: weight === 0 ? null : weighted / weight, spanF1: spanF1(marked) };
}

function kappaOf(itemCount: number, { yes: { both, one, other } }: AgreementCounts): number | null {
  return cohenKappa([
    { one: 'yes', other: 'yes', count: both },
    { one: 'yes', other: 'no', count: one },
    { one: 'no', other: 'yes', count: other },
    { one: 'no', other: 'no', count: itemCount - both - one - other },
  ]);
}

function observedOf(pairs: readonly PairTally[]): number {
  const total = pairs.reduce((sum, { itemCount }) => sum + itemCount, 0);
  const differing = pairs.reduce((sum, { yes }) => sum + yes.one + yes.other, 0);
  return (total - differing) / total;
}

/** `votes` lacks the items without a yes. */
function fleissOf({ finishedCount, reviewersPerItem }: AgreementTally, votes: Votes): number | null {
  const countedVotes = [...votes].filter(([yes]) => yes > 0);
  const rest = countedVotes.reduce((sum, [, items]) => sum - items, finishedCount);
  return fleissKappa(
    [...countedVotes, [0, rest] as const].map(([yes, items]) => ({
      counts: [yes, reviewersPerItem - yes],
      items,
    })),
  );
}
