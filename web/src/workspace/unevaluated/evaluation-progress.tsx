import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pluralize } from '../../text/wording';
import { ErrorNotice } from '../../ui/error-notice';
import { Notice } from '../../ui/notice';
import { useWorkspace } from '../workspace';
import { evaluationQuery } from './evaluation-queries';

/** The progress of an evaluation. When it ends, all pages are loaded again. */
export function EvaluationProgress({ evaluationId }: { evaluationId: string }) {
  const workspace = useWorkspace();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(evaluationQuery(workspace, evaluationId));
  const { id } = workspace;
  const hasEnded = data !== undefined && data.status !== 'running';
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: [id] });
  }, [hasEnded, id, queries]);
  if (error !== null) return <ErrorNotice error={error} onRetry={refetch} />;
  if (data === undefined) return null;
  const { evaluated, failed, listed } = data.conversations;
  if (!hasEnded) {
    return (
      <Notice>
        Evaluating: {evaluated.toLocaleString('en')} of {pluralize(listed, 'conversation')} done.
      </Notice>
    );
  }
  return failed === 0 ? (
    <Notice tone="good">{pluralize(evaluated, 'conversation')} evaluated.</Notice>
  ) : (
    <Notice tone="warn">
      {pluralize(evaluated, 'conversation')} evaluated; {pluralize(failed, 'conversation')} with replies that
      could not be evaluated.
    </Notice>
  );
}
