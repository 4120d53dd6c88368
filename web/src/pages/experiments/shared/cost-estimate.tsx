import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../../../api/client';
import type { EstimateExperiment } from '../../../api/types';
import { useDebounced } from '../../../api/use-debounced';
import { toCents } from '../../../text/typed-numbers';
import { useWorkspace, type Workspace } from '../../../workspace/workspace';
import styles from './cost-estimate.module.css';
import { describeEstimate } from './estimate-text';
import { type ExperimentDraft, toEstimateExperiment } from './experiment-draft';

const DELAY_MS = 500;

interface CostEstimateProps {
  draft: ExperimentDraft;
  conversationIds: readonly string[];
}

/** What the experiment of the form would cost. It follows the form with a delay and is announced once it has changed. */
export function CostEstimate({ draft, conversationIds }: CostEstimateProps) {
  // As text, because equal bodies are the same estimate.
  const text = JSON.stringify(toEstimateExperiment(draft, conversationIds));
  const estimatedText = useDebounced(text, DELAY_MS);
  const estimated = useMemo(() => JSON.parse(estimatedText) as EstimateExperiment | null, [estimatedText]);
  const hasBody = text !== 'null';
  const { data, error, isPlaceholderData } = useQuery(estimateQuery(useWorkspace(), estimated));
  const limitCents = draft.costLimit === '' ? null : toCents(draft.costLimit);
  const lines = !hasBody || data === undefined ? [] : describeEstimate(data, limitCents || null);
  const [total, ...parts] = hasBody && error !== null ? [`No estimate: ${error.message}`] : lines;
  return (
    <div
      className={styles.estimate}
      role="status"
      aria-live="polite"
      aria-busy={isPlaceholderData || estimatedText !== text}
    >
      {total !== undefined && <p className={styles.total}>{total}</p>}
      {parts.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

/**
 * What an experiment would cost; disabled for null. The request is aborted once another one replaces it. Not cached: a
 * body may have 10,000 ids, and the stored evaluations change.
 */
function estimateQuery({ id, client }: Workspace, body: EstimateExperiment | null) {
  return queryOptions({
    queryKey: [id, 'estimate', body],
    queryFn: ({ signal }) =>
      read(client.POST('/v1/experiments/estimate', { body: body as EstimateExperiment, signal })),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}
