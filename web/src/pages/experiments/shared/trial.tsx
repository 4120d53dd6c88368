import { useMutation } from '@tanstack/react-query';
import type { ExperimentItemDetail } from '../../../api/types';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { Notice } from '../../../ui/notice';
import { useSets } from '../../../workspace/sets';
import { useWorkspace } from '../../../workspace/workspace';
import { describeCosts } from './costs';
import { type ExperimentDraft, toEstimateExperiment, toTrialExperiment } from './experiment-draft';
import { ReplyView } from './reply-view';
import { findFirstConversation, runTrial } from './run-trial';
import styles from './trial.module.css';

interface TrialProps {
  draft: ExperimentDraft;
  conversationIds: readonly string[];
}

/** Tries the settings on the first conversation before an experiment with all of them starts. */
export function Trial({ draft, conversationIds }: TrialProps) {
  const { client } = useWorkspace();
  const sets = useSets().data?.items ?? [];
  // Null while the form is incomplete.
  const settings = toEstimateExperiment({ ...draft, samples: '1' }, conversationIds);
  /** What the result depends on. */
  const tried = JSON.stringify([settings, draft.costLimit]);
  const { data, error, isPending, mutate, variables } = useMutation({
    mutationFn: async (_tried: string) => {
      const id = await findFirstConversation(client, draft, conversationIds, sets);
      if (id === null) throw new Error('There is no conversation to try.');
      return runTrial(client, toTrialExperiment(draft, id));
    },
  });
  const isCurrent = variables === tried;
  return (
    <div className={styles.trial}>
      <div>
        <Button isDisabled={settings === null || isPending} onPress={() => mutate(tried)}>
          {isPending ? 'Trying…' : 'Try on one conversation'}
        </Button>
      </div>
      {error !== null && isCurrent && <ErrorNotice error={error} />}
      {data !== undefined && (
        <section aria-label="Trial">
          <p role="status">
            {describeOutcome(data)} {!isCurrent && 'The settings have changed since.'}
          </p>
          {data.error !== null && <Notice tone="danger">{data.error.message}</Notice>}
          <ReplyView
            title="Original reply"
            parts={data.baseline_reply?.parts ?? null}
            model={data.baseline_reply?.model ?? null}
            annotations={data.baseline_annotations}
            missing="No original reply."
          />
          <ReplyView
            title="New reply"
            parts={data.reply?.parts ?? null}
            model={data.reply?.model ?? null}
            annotations={data.annotations}
            verdict={data.verdict}
            verdictReason={data.verdict_reason}
            missing="No reply."
          />
        </section>
      )}
    </div>
  );
}

function describeOutcome(item: ExperimentItemDetail): string {
  if (item.status === 'completed') return `The first conversation, for ${describeCosts(item)}.`;
  if (item.status === 'failed') return 'The first conversation failed.';
  return 'The trial ended before the first conversation was replayed.';
}
