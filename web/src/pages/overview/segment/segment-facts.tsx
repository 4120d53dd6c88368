import { useQuery } from '@tanstack/react-query';
import { formatCount, formatDollars, formatDuration } from '../../../text/numbers';
import { useWorkspace } from '../../../workspace/workspace';
import type { SegmentDimension } from '../dimensions';
import { Fact, Facts } from '../facts';
import { breakdownQuery } from '../overview-queries';
import { withPeriod } from '../period';
import { type Scope, useScopeLinks } from '../scope';

interface SegmentFactsProps {
  scope: Scope;
  dimension: SegmentDimension;
  value: string;
}

/** The replies, cost, latency and tokens of a value. */
export function SegmentFacts({ scope, dimension, value }: SegmentFactsProps) {
  const query = breakdownQuery(useWorkspace(), withPeriod(scope.filter, scope.period), dimension);
  const { data, isPlaceholderData } = useQuery(query);
  const segment = data?.values.find((one) => one.value === value);
  const { conversations } = useScopeLinks(scope);
  return (
    <Facts isBusy={isPlaceholderData}>
      <Fact name="Replies" value={formatCount(segment?.message_count)} to={conversations('')}>
        {formatCount(segment?.evaluated_message_count)} judged
      </Fact>
      <Fact name="Cost" value={formatDollars(segment?.cost_usd)}>
        of replies with a known cost
      </Fact>
      <Fact name="Latency" value={formatDuration(segment?.latency_p50_ms)}>
        median; 95th percentile {formatDuration(segment?.latency_p95_ms)}
      </Fact>
      <Fact name="Tokens" value={formatCount(segment?.input_tokens)}>
        in, {formatCount(segment?.output_tokens)} out
      </Fact>
    </Facts>
  );
}
