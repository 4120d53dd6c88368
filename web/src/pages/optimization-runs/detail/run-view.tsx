import { useQuery } from '@tanstack/react-query';
import type { OptimizationRun } from '../../../api/types';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Notice } from '../../../ui/notice';
import { PromptWarnings } from '../../../workspace/prompt-warnings';
import { useSearch } from '../../../workspace/use-search';
import { useWorkspace } from '../../../workspace/workspace';
import { candidatesQuery } from '../shared/run-queries';
import { isRunOpen } from '../shared/run-state';
import { buildRows, chooseCandidate } from './candidate-rows';
import { CandidateTable } from './candidate-table';
import { DecisionFacts } from './decision-facts';
import styles from './optimization-run.module.css';
import { PromptComparison } from './prompt-comparison';
import { RunFacts } from './run-facts';
import { RunHeader } from './run-header';
import { Timeline } from './timeline-list';
import { WaitingForRunner } from './waiting-for-runner';

/** A run with its timeline. The URL holds the candidate whose prompt is shown. */
export function RunView({ run }: { run: OptimizationRun }) {
  const workspace = useWorkspace();
  const { search, change } = useSearch();
  const { data, error, refetch } = useQuery(candidatesQuery(workspace, run));
  const candidates = data?.items ?? [];
  const shown = chooseCandidate(run, candidates, search.get('candidate'));
  return (
    <>
      <RunHeader run={run} />
      <div className={styles.view}>
        <div className={styles.main}>
          <PromptWarnings warnings={run.warnings} />
          {run.error !== null && <Notice tone="danger">{run.error.message}</Notice>}
          {run.decision !== null && (
            <Notice tone={run.decision.is_accepted ? 'good' : 'warn'}>
              <p>
                <strong>{run.decision.is_accepted ? 'Winner found.' : 'No winner.'}</strong>{' '}
                {run.decision.message}.
              </p>
              {run.summary !== null && run.summary !== '' && <p>Runner summary: {run.summary}</p>}
            </Notice>
          )}
          {run.status === 'ready' && <WaitingForRunner run={run} />}
          <section>
            <h2 className={styles.heading}>Candidates</h2>
            {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
            {data === undefined && error === null && <Loading label="Loading candidates" rows={14} />}
            {data !== undefined && (
              <CandidateTable
                run={run}
                rows={buildRows(run, candidates)}
                shown={shown}
                onShow={(id) => change({ candidate: id }, { replace: true })}
              />
            )}
            {data !== undefined && candidates.length === 0 && (
              <EmptyState title={isRunOpen(run) ? 'No candidates yet' : 'No candidates proposed'} />
            )}
          </section>
          {shown !== null && <PromptComparison run={run} candidate={shown} />}
        </div>
        <aside className={styles.aside}>
          <Timeline run={run} />
          <DecisionFacts run={run} />
          <RunFacts run={run} />
        </aside>
      </div>
    </>
  );
}
