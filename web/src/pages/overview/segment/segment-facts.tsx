import { Link } from 'react-router';
import { formatCount, formatDollars, formatDuration } from '../../../text/numbers';
import { Fact, Facts } from '../facts';
import type { Total } from '../measures';
import { type Scope, useScopeLinks } from '../scope';

interface SegmentFactsProps {
  scope: Scope;
  total: Total | undefined;
  sampledShare: number | null | undefined;
  isBusy: boolean;
}

/** The replies, cost, latency and tokens of a value. */
export function SegmentFacts({ scope, total, sampledShare, isBusy }: SegmentFactsProps) {
  const { conversations } = useScopeLinks(scope);
  return (
    <Facts isBusy={isBusy} sampledShare={sampledShare}>
      <Fact name="Replies" value={formatCount(total?.message_count)} to={conversations('')}>
        <Link to={conversations('verdict = completed')}>{formatCount(total?.evaluated_message_count)}</Link>{' '}
        judged
      </Fact>
      <Fact name="Cost" value={formatDollars(total?.cost_usd)}>
        of replies with a known cost
      </Fact>
      <Fact name="Latency" value={formatDuration(total?.latency_p50_ms)}>
        median; 95th percentile {formatDuration(total?.latency_p95_ms)}
      </Fact>
      <Fact name="Tokens" value={formatCount(total?.input_tokens)}>
        in, {formatCount(total?.output_tokens)} out
      </Fact>
    </Facts>
  );
}
