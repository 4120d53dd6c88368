import type { Experiment } from '../../../api/types';
import { listMetrics } from '../../../text/metrics';
import { formatCount, formatSigned } from '../../../text/numbers';
import { pluralize } from '../../../text/wording';
import { type ComparisonRow, ComparisonTable } from '../../../ui/comparison-table';
import { LabelBadge } from '../../../ui/label-badge';
import { isOpen } from '../shared/experiment-state';
import { BaselineComparison } from './baseline-comparison';
import { CorrectedRates } from './corrected-rates';
import { DownloadSample } from './download-sample';
import styles from './experiment.module.css';
import { countIssuesByLabel, countIssuesByParameter, type IssueCount } from './issue-counts';
import { SampleVariance } from './sample-variance';

const sides = ['Original', 'Result'] as const;

/** The comparison of an experiment with the original replies, its metrics over all replies, and its issues by kind. */
export function Results({ experiment }: { experiment: Experiment }) {
  const { metrics, baseline_metrics: baseline, baseline_models: models } = experiment;
  const labels = countIssuesByLabel(baseline, metrics);
  const parameters = countIssuesByParameter(baseline, metrics);
  return (
    <div className={styles.sections}>
      <BaselineComparison experiment={experiment} sides={sides} />
      {experiment.corrected != null && (
        <CorrectedRates title="Corrected by reviews" corrected={experiment.corrected}>
          <DownloadSample experimentId={experiment.id} />
        </CorrectedRates>
      )}
      {experiment.baseline_corrected != null && (
        <CorrectedRates
          title="Original replies, corrected by reviews"
          corrected={experiment.baseline_corrected}
        />
      )}
      {experiment.issue_rate_variance != null && <SampleVariance variance={experiment.issue_rate_variance} />}
      <div className={styles.results}>
        <section>
          <h2 className={styles.heading}>All replies</h2>
          <ComparisonTable
            label="All replies"
            subject="Metric"
            sides={sides}
            rows={listMetrics(baseline, metrics)}
          />
          {isOpen(experiment) && (
            <p className={styles.note}>
              {formatCount(metrics.evaluated_count)} of{' '}
              {pluralize(experiment.status_summary.total, 'reply', 'replies')} evaluated so far.
            </p>
          )}
          {models.length > 0 && (
            <p className={styles.note}>Models of the original replies: {models.join(', ')}.</p>
          )}
        </section>
        <div className={styles.kinds}>
          <section>
            <h2 className={styles.heading}>Issues by label</h2>
            {labels.length === 0 ? (
              <p className={styles.note}>No issues.</p>
            ) : (
              <ComparisonTable
                label="Issues by label"
                subject="Label"
                sides={sides}
                rows={labels.map((count) => ({
                  ...toRow(count),
                  name: <LabelBadge label={count.names[0] ?? ''} />,
                }))}
              />
            )}
          </section>
          {parameters.length > 0 && (
            <section>
              <h2 className={styles.heading}>Issues in tool arguments</h2>
              <ComparisonTable
                label="Issues in tool arguments"
                subject="Tool and parameter"
                sides={sides}
                rows={parameters.map((count) => ({
                  ...toRow(count),
                  name: <Parameter names={count.names} />,
                }))}
              />
            </section>
          )}
        </div>
      </div>
    </div>
  );
}

function toRow({ names, count, baseline }: IssueCount): Omit<ComparisonRow, 'name'> {
  return {
    id: names.join('\n'),
    baseline: formatCount(baseline),
    value: formatCount(count),
    difference: formatSigned(count - baseline, formatCount),
  };
}

function Parameter({ names: [tool, parameter] }: Pick<IssueCount, 'names'>) {
  return (
    <div className={styles.parameter}>
      {tool}
      <br />
      <code>{parameter}</code>
    </div>
  );
}
