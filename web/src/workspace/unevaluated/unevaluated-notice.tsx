import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pluralize } from '../../text/wording';
import { Button } from '../../ui/button';
import { ErrorNotice } from '../../ui/error-notice';
import { Notice } from '../../ui/notice';
import { useWorkspace } from '../workspace';
import { useUpdateWorkspace, workspaceQuery } from '../workspace-settings';
import { EvaluateDialog } from './evaluate-dialog';
import { EvaluationProgress } from './evaluation-progress';
import type { EvaluationSource } from './evaluation-queries';
import styles from './unevaluated-notice.module.css';

interface UnevaluatedNoticeProps {
  count: number;
  /** What is counted: "reply", "replies". Default: replies. */
  noun?: readonly [one: string, many: string];
  source: EvaluationSource;
}

/** Says what is not evaluated and why, and offers to evaluate it. Nothing if all is evaluated. */
export function UnevaluatedNotice({
  count,
  noun: [one, many] = ['reply', 'replies'],
  source,
}: UnevaluatedNoticeProps) {
  const workspace = useWorkspace();
  const { data } = useQuery(workspaceQuery(workspace));
  const [isOpen, setOpen] = useState(false);
  const [evaluationId, setEvaluationId] = useState<string | null>(null);
  const turnOn = useUpdateWorkspace();
  if (evaluationId !== null) return <EvaluationProgress evaluationId={evaluationId} />;
  if (count === 0 || data === undefined) return null;
  const { enabled, sample_rate: sampleRate } = data.online_evaluation;
  return (
    <>
      <Notice>
        <div className={styles.row}>
          <span>
            {pluralize(count, `${one} is`, `${many} are`)} not evaluated:{' '}
            {describeReason(enabled, sampleRate)}.
          </span>
          {workspace.canWrite && <Button onPress={() => setOpen(true)}>Evaluate these</Button>}
          {!enabled && workspace.role === 'admin' && (
            <Button
              isDisabled={turnOn.isPending}
              onPress={() => turnOn.mutate({ online_evaluation: { enabled: true } })}
            >
              Turn on
            </Button>
          )}
        </div>
      </Notice>
      {turnOn.error !== null && <ErrorNotice error={turnOn.error} />}
      {isOpen && (
        <EvaluateDialog
          source={source}
          onStarted={(id) => {
            setOpen(false);
            setEvaluationId(id);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function describeReason(isEnabled: boolean, sampleRate: number): string {
  if (!isEnabled) return 'online evaluation is off';
  const arrived = 'they arrived before online evaluation was on';
  return sampleRate < 1 ? `${arrived}, or are not in its sample` : arrived;
}
