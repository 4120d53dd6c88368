import { useMutation } from '@tanstack/react-query';
import { read } from '../../../api/client';
import type { Experiment } from '../../../api/types';
import { formatCount, formatDecimal, formatSigned } from '../../../text/numbers';
import { Button } from '../../../ui/button';
import { type ComparisonRow, ComparisonTable } from '../../../ui/comparison-table';
import { ErrorNotice } from '../../../ui/error-notice';
import { LabelBadge } from '../../../ui/label-badge';
import { ParameterName } from '../../../ui/parameter-name';
import { useWorkspace } from '../../../workspace/workspace';
import { AllReplies } from './all-replies';
import { BaselineComparison } from './baseline-comparison';
import { CorrectedRates } from './corrected-rates';
import styles from './experiment.module.css';
import { countIssuesByLabel, countIssuesByParameter, type IssueCount } from './issue-counts';
import { describePrecision } from './sample-precision';

const sides = ['Original', 'Result'] as const;

/** The comparison of an experiment with the original replies, its metrics over all replies, and its issues by kind. */
export function Results({ experiment }: { experiment: Experiment }) {
  const { metrics, baseline_metrics: baseline } = experiment;
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
        <AllReplies experiment={experiment} sides={sides} />
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

function Parameter({ names: [tool, parameter = ''] }: Pick<IssueCount, 'names'>) {
  return (
    <div className={styles.parameter}>
      {tool}
      <br />
      <code>
        <ParameterName path={parameter} />
      </code>
    </div>
  );
}

/** Downloads the reviewed replies of an experiment as labeled data, which `assay measure --recorded` reads. */
function DownloadSample({ experimentId }: { experimentId: string }) {
  const { client } = useWorkspace();
  const download = useMutation({
    mutationFn: () =>
      read(
        client.GET('/v1/accuracy/export', {
          params: { query: { experiment_id: experimentId } },
          parseAs: 'blob',
        }),
      ),
    onSuccess: (cases) => saveFile(cases, `labeled-${experimentId}.ndjson`),
  });
  return (
    <>
      <Button isDisabled={download.isPending} onPress={() => download.mutate()}>
        {download.isPending ? 'Downloading…' : 'Download labeled data'}
      </Button>
      {download.error !== null && <ErrorNotice error={download.error} />}
    </>
  );
}

/** Has the browser save a file under a name. */
function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

interface SampleVarianceProps {
  variance: NonNullable<Experiment['issue_rate_variance']>;
}

/** How much the samples of one conversation differ, and how much conversations do. */
function SampleVariance({ variance }: SampleVarianceProps) {
  return (
    <section>
      <h2 className={styles.heading}>Variance of the issue rate</h2>
      <dl className={styles.settings}>
        <dt>Between conversations</dt>
        <dd>{formatDecimal(variance.between_conversations, 4)}</dd>
        <dt>Between samples of one conversation</dt>
        <dd>{formatDecimal(variance.within_conversation, 4)}</dd>
        <dt>Intraclass correlation</dt>
        <dd>{formatDecimal(variance.intraclass_correlation)}</dd>
      </dl>
      <p className={styles.note}>{describePrecision(variance)}</p>
    </section>
  );
}
