import type {
  ReviewCount,
  ReviewCounts,
} from '../../conversations/findings/ledger/reviewed-finding.repository';
import { type Share, toClusteredShare } from './share';

/** What the reviews say of the findings of one evaluator, label or tool. */
export interface ReviewedPrecision {
  /** Null of tools: the findings are in the text of replies. */
  name: string | null;
  confirmed: number;
  rejected: number;
  disputed: number;
  /** Confirmed of confirmed and rejected; findings of one conversation are alike. */
  precision: Share;
}

export type FindingPrecision = Record<keyof ReviewCounts, ReviewedPrecision[]>;

/** The one with the most decided findings comes first, then by name. */
export function measureFindingPrecision({ evaluators, labels, tools }: ReviewCounts): FindingPrecision {
  return {
    evaluators: toPrecisions(evaluators),
    labels: toPrecisions(labels),
    tools: toPrecisions(tools),
  };
}

function toPrecisions(counts: readonly ReviewCount[]): ReviewedPrecision[] {
  return counts
    .map(({ name, disputed, decided }) => ({
      name,
      confirmed: decided.yes,
      rejected: decided.outcomes - decided.yes,
      disputed,
      precision: toClusteredShare(decided),
    }))
    .sort(
      (one, other) =>
        other.precision.count - one.precision.count || ((one.name ?? '') < (other.name ?? '') ? -1 : 1),
    );
}
