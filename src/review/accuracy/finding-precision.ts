import type {
  ReviewCount,
  ReviewCounts,
} from '../../conversations/findings/ledger/reviewed-finding.repository';
import { groupBy } from '../../platform/group-by';
import { type Share, toShare } from './share';

/** What the reviews say of the findings of one evaluator, label or tool. */
export interface ReviewedPrecision {
  /** Null of tools: the findings are in the text of replies. */
  name: string | null;
  confirmed: number;
  rejected: number;
  disputed: number;
  /** Confirmed of confirmed and rejected. */
  precision: Share;
}

export type FindingPrecision = Record<keyof ReviewCounts, ReviewedPrecision[]>;

/** The one with the most decided findings comes first, then by name. */
export function measureFindingPrecision({ evaluators, labels, tools }: ReviewCounts): FindingPrecision {
  return {
    evaluators: groupCounts(evaluators),
    labels: groupCounts(labels),
    tools: groupCounts(tools),
  };
}

function groupCounts(counts: readonly ReviewCount[]): ReviewedPrecision[] {
  const groups = [...groupBy(counts, ({ name }) => name ?? null)].map(([name, members]) => {
    const countOf = (state: ReviewCount['review']) =>
      members.find(({ review }) => review === state)?.count ?? 0;
    const [confirmed, rejected] = [countOf('confirmed'), countOf('rejected')];
    const precision = toShare(confirmed, confirmed + rejected);
    return { name, confirmed, rejected, disputed: countOf('disputed'), precision };
  });
  return groups.sort(
    (one, other) =>
      other.precision.count - one.precision.count || ((one.name ?? '') < (other.name ?? '') ? -1 : 1),
  );
}
