import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount, formatInterval, formatPoints, formatShare, formatSigned } from '../../text/numbers';
import { ErrorNotice } from '../../ui/error-notice';
import { Term } from '../../ui/term';
import { useWorkspace } from '../../workspace/workspace';
import styles from './headline.module.css';
import { describeSample } from './overview-numbers';
import { changesQuery, summaryQuery, timeseriesQuery } from './overview-queries';
import { describePeriod } from './period';
import { type Scope, useScopeLinks } from './scope';

const NOT_JUDGEABLE = 'verdict = not_judgeable AND NOT verdict = completed';

/** The issue rate of the scope as a sentence, whose numbers link to what they count. */
export function Headline({ scope }: { scope: Scope }) {
  const query = timeseriesQuery(useWorkspace(), scope.bounded);
  const { data, error, isPlaceholderData, refetch } = useQuery(query);
  const { conversations, findings } = useScopeLinks(scope);
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  if (data === undefined) return <div className={styles.headline} />;
  const { total } = data;
  const { evaluated_message_count: evaluated, not_judgeable_message_count: notJudgeable } = total;
  const [flagged, judged] = [conversations('issue_count > 0'), conversations('verdict = completed')];
  return (
    <section className={styles.headline} aria-label="Issue rate" aria-busy={isPlaceholderData}>
      {evaluated === 0 ? (
        <p className={styles.sentence}>No reply is judged yet</p>
      ) : (
        <p className={styles.sentence}>
          <Link className={styles.rate} to={findings()}>
            {formatShare(total.issue_rate)}
          </Link>{' '}
          of judged replies have an issue
          <Change scope={scope} />
        </p>
      )}
      <p className={styles.details}>
        {evaluated > 0 && (
          <>
            <Link to={flagged}>{formatCount(total.flagged_message_count)}</Link> of{' '}
            <Link to={judged}>{formatCount(evaluated)}</Link> replies (95%:{' '}
            {formatInterval(total.interval_low, total.interval_high)}), in{' '}
            <Link to={flagged}>{formatCount(total.flagged_conversation_count)}</Link> of{' '}
            <Link to={judged}>{formatCount(total.evaluated_conversation_count)}</Link> conversations.{' '}
          </>
        )}
        <ShareJudged scope={scope} />
        {data.sampled_share !== null && ` ${describeSample(data.sampled_share)}`}
        {notJudgeable > 0 && (
          <>
            {' '}
            <Link to={conversations(NOT_JUDGEABLE)}>{formatCount(notJudgeable)}</Link>{' '}
            <Term id="not judgeable">not judgeable, in no rate</Term>.
          </>
        )}
      </p>
    </section>
  );
}

/** How the rate differs from that of the period before. */
function Change({ scope }: { scope: Scope }) {
  const query = changesQuery(useWorkspace(), scope.bounded);
  const { data, isPlaceholderData } = useQuery(query);
  if (data === undefined || data.difference === null) return null;
  const { difference, baseline } = data;
  const { value, interval_low: low, interval_high: high, is_significant: isSignificant } = difference;
  const direction = !isSignificant ? 'none' : value > 0 ? 'up' : 'down';
  const arrow = { none: '', up: '▲ ', down: '▼ ' }[direction];
  return (
    <span className={styles.change} data-direction={direction} aria-busy={isPlaceholderData}>
      {arrow}
      {formatSigned(value, formatPoints)}{' '}
      <span className={styles.against}>
        against {describePeriod(baseline)} (95%: {formatSigned(low, formatPoints)} to{' '}
        {formatSigned(high, formatPoints)})
      </span>
    </span>
  );
}

/** How many of the replies have a verdict. */
function ShareJudged({ scope }: { scope: Scope }) {
  const { data } = useQuery(summaryQuery(useWorkspace(), scope.bounded));
  const { conversations } = useScopeLinks(scope);
  if (data === undefined || data.reply_count === 0) return null;
  return (
    <>
      <Link to={conversations('verdict = completed')}>
        {formatShare(data.evaluated_message_count / data.reply_count)}
      </Link>{' '}
      of <Link to={conversations('role = assistant')}>{formatCount(data.reply_count)}</Link> replies judged.
    </>
  );
}
