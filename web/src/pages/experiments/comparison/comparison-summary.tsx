import { formatEValue, formatPValue } from '../../../../../packages/text';
import type { ExperimentComparison } from '../../../api/types';
import { metricDescriptions } from '../../../text/metrics';
import { formatCount, formatDecimal, formatSigned } from '../../../text/numbers';
import { describeEmptyReplies, isDifferenceShown, readsEarly } from '../../../text/paired-metrics';
import { pluralize } from '../../../text/wording';
import { Notice } from '../../../ui/notice';
import { isOpen } from '../shared/experiment-state';
import { PairedTable } from '../shared/paired-table';
import { describeOutcome, placeInterval, sides } from './changes';
import styles from './comparison.module.css';

/** Metrics, paired test, confidence interval, and the number of compared conversations. */
export function ComparisonSummary({ comparison }: { comparison: ExperimentComparison }) {
  const { issue_presence: presence, pairs } = comparison;
  const compared = pairs.compared;
  const isRunning = isOpen(comparison.first) || isOpen(comparison.second);
  const isEarly = readsEarly(comparison.metrics, isRunning);
  const emptyReplies = describeEmptyReplies(comparison.empty_replies, sides);
  return (
    <>
      <p className={styles.outcome}>{describeOutcome(comparison)}</p>
      {emptyReplies !== null && <Notice tone="warn">{emptyReplies}</Notice>}
      <PairedTable label="Metrics" metrics={comparison.metrics} sides={sides} isRunning={isRunning} />
      <div className={styles.summary}>
        <section className={styles.panel}>
          <h2>Replies with issues</h2>
          <dl className={styles.facts}>
            <dt>Only baseline has issues</dt>
            <dd>{formatDecimal(presence.only_in_first)}</dd>
            <dt>Only candidate has issues</dt>
            <dd>{formatDecimal(presence.only_in_second)}</dd>
            <dt>Both have issues</dt>
            <dd>{formatDecimal(presence.in_both)}</dd>
            <dt>Neither has issues</dt>
            <dd>{formatDecimal(presence.in_neither)}</dd>
            <dt>{isEarly ? 'e-value' : 'p-value'} (paired test)</dt>
            <dd>{isEarly ? formatEValue(presence.e_value) : formatPValue(presence.p_value)}</dd>
          </dl>
        </section>
        <section className={styles.panel}>
          <h2>Issues per reply</h2>
          <IssuesPerReply comparison={comparison} />
        </section>
        <section className={styles.panel}>
          <h2>Conversations</h2>
          <dl className={styles.facts}>
            <dt>Compared</dt>
            <dd>{formatCount(compared)}</dd>
            <dt>Only in baseline</dt>
            <dd>{formatCount(pairs.only_in_first)}</dd>
            <dt>Only in candidate</dt>
            <dd>{formatCount(pairs.only_in_second)}</dd>
            <dt>Missing a verdict</dt>
            <dd>{formatCount(pairs.without_verdict)}</dd>
          </dl>
          {comparison.spans.pairs_without_annotations > 0 && (
            <p className={styles.fact}>
              The spans of {pluralize(comparison.spans.pairs_without_annotations, 'pair')} are not compared
              because their evaluations were deleted.
            </p>
          )}
        </section>
      </div>
    </>
  );
}

function IssuesPerReply({ comparison }: { comparison: ExperimentComparison }) {
  const {
    difference,
    interval_low: low,
    interval_high: high,
    confidence,
    resamples,
  } = comparison.issues_per_reply;
  const isRunning = isOpen(comparison.first) || isOpen(comparison.second);
  const compared = comparison.metrics.find(({ metric }) => metric === 'avg_issues_per_evaluation');
  const isShown = compared !== undefined && isDifferenceShown(compared, isRunning);
  const signed = (value: number | null) =>
    formatSigned(value, metricDescriptions.avg_issues_per_evaluation.format);
  return (
    <>
      {low !== null && high !== null && difference !== null && (
        <IntervalLine low={low} high={high} difference={difference} isShown={isShown} />
      )}
      <dl className={styles.facts}>
        <dt>Difference (candidate − baseline)</dt>
        <dd>{signed(difference)}</dd>
        {low !== null && (
          <>
            <dt>{Math.round(100 * confidence)}% confidence interval</dt>
            <dd>
              {signed(low)} to {signed(high)}
            </dd>
          </>
        )}
      </dl>
      {low !== null && <p className={styles.fact}>Paired bootstrap, {formatCount(resamples)} resamples.</p>}
    </>
  );
}

interface IntervalLineProps {
  low: number;
  high: number;
  difference: number;
  /** Whether the data show a difference. */
  isShown: boolean;
}

/** The interval as a bar on an axis with 0 in the middle. */
function IntervalLine({ low, high, difference, isShown }: IntervalLineProps) {
  const at = placeInterval(low, high, difference);
  const tone = !isShown ? 'none' : difference < 0 ? 'better' : 'worse';
  return (
    <svg className={styles.interval} viewBox="0 0 240 44" data-tone={tone} aria-hidden="true">
      <line className={styles.axis} x1="0" x2="240" y1="16" y2="16" />
      <line className={styles.zero} x1="120" x2="120" y1="4" y2="28" />
      <rect x={240 * at.low} y="12" width={Math.max(1, 240 * (at.high - at.low))} height="8" rx="2" />
      <circle cx={240 * at.value} cy="16" r="5" />
      <text x="0" y="41">
        fewer issues
      </text>
      <text x="120" y="41" textAnchor="middle">
        0
      </text>
      <text x="240" y="41" textAnchor="end">
        more issues
      </text>
    </svg>
  );
}
