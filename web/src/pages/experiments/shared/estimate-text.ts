import type { ExperimentEstimate } from '../../../api/types';
import { formatCost, formatCount, formatRange } from '../../../text/numbers';

type Calls = NonNullable<ExperimentEstimate['generation']>;
type Range = Calls['input_tokens'];

/** The lines of an estimate, next to a cost limit in cents; null without a limit. */
export function describeEstimate(estimate: ExperimentEstimate, limitCents: number | null): string[] {
  const {
    generation,
    judging,
    cost_cents: cost,
    conversations_count: conversations,
    counted_items_count: counted,
  } = estimate;
  return [
    describeTotal(estimate),
    ...(generation === null ? [] : [describeCalls('Replies', generation)]),
    ...(judging === null ? [] : [describeCalls('Verdicts', judging)]),
    ...(counted < conversations
      ? [`Tokens were counted in ${formatCount(counted)} of ${formatCount(conversations)} conversations.`]
      : []),
    ...(cost === null || limitCents === null ? [] : compareWithLimit(cost, limitCents)),
  ];
}

function describeTotal({ generation, judging, cost_cents: cost }: ExperimentEstimate): string {
  if (cost !== null) return `Estimated cost: ${formatRange(cost, formatCost)}`;
  const unpriced = [generation, judging].flatMap((calls) => (calls?.cost_cents === null ? calls.model : []));
  return `Estimated cost: unknown, because the price of ${[...new Set(unpriced)].join(' and ')} is unknown`;
}

function describeCalls(name: string, { input_tokens, output_tokens, cost_cents: cost }: Calls): string {
  const tokens = `${formatRange(input_tokens, formatCount)} input and ${formatRange(output_tokens, formatCount)} output tokens`;
  return `${name}: ${cost === null ? '' : `${formatRange(cost, formatCost)}, `}${tokens}.`;
}

function compareWithLimit({ low, high }: Range, limitCents: number): string[] {
  if (low > limitCents) return ['The cost limit will end the experiment early.'];
  return high > limitCents ? ['The cost limit may end the experiment early.'] : [];
}
