import { MIN_HOLDOUT } from './conversation-split';
import type { DecisionView } from './decision-view';

const numbers = new Intl.NumberFormat('en');

/** What was decided, on how many conversations and how; without a period at the end. */
export function describeDecision({ decision, deciding }: DecisionView): string {
  const { message, basis } = decision;
  if (basis === undefined || deciding === null) return message;
  const count = numbers.format(deciding.conversations);
  const how =
    basis.decidedOn === 'holdout'
      ? `Decided on a hold-out of ${count} conversations`
      : `Decided on all ${count} conversations, with Holm's correction for ${numbers.format(basis.candidatesTested)} ` +
        `measured candidates, because the hold-out has fewer than ${MIN_HOLDOUT} conversations`;
  const pairsNeeded = deciding.constraints.map(({ comparison }) => comparison?.pairsNeeded ?? 0);
  const pairs = Math.max(0, ...pairsNeeded);
  const needs = pairs === 0 ? '' : `. About ${numbers.format(pairs)} pairs would do`;
  return `${message}${decision.reason === 'constraints_not_shown' ? needs : ''}. ${how}`;
}
