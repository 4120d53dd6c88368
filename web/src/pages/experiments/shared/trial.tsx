import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { Notice } from '../../../ui/notice';
import { hasSelection } from '../../../workspace/conversation-source';
import { useSets } from '../../../workspace/sets';
import { useWorkspace } from '../../../workspace/workspace';
import { describeCosts } from './costs';
import { type ExperimentDraft, toTrialExperiment } from './experiment-draft';
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
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      const id = await findFirstConversation(client, draft, conversationIds, sets);
      if (id === null) throw new Error('There is no conversation to try.');
      return runTrial(client, toTrialExperiment(draft, id));
    },
  });
  const isComplete =
    hasSelection(draft, conversationIds) && (draft.replies === 'original' || draft.model !== '');
  return (
    <div className={styles.trial}>
      <div>
        <Button isDisabled={!isComplete || isPending} onPress={() => mutate()}>
          {isPending ? 'Trying…' : 'Try on one conversation'}
        </Button>
      </div>
      {error !== null && <ErrorNotice error={error} />}
      {data !== undefined && (
        <section aria-label="Trial">
          <p role="status">
            {data.status === 'completed'
              ? `The first conversation, for ${describeCosts(data)}.`
              : 'It failed.'}
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
