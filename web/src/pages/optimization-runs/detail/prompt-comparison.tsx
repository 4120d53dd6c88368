import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { expandTemplate, partText } from '../../../../../packages/text';
import type { Candidate, ConversationDetail, OptimizationRun } from '../../../api/types';
import { diffWords } from '../../../text/word-diff';
import { CopyButton } from '../../../ui/copy-button';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { conversationQuery } from '../../../workspace/conversation-query';
import { PromptWarnings } from '../../../workspace/prompt-warnings';
import { useListState } from '../../../workspace/use-list';
import { useWorkspace } from '../../../workspace/workspace';
import styles from './optimization-run.module.css';

/** The difference between the system prompts of a candidate and the baseline. */
export function PromptComparison({ run, candidate }: { run: OptimizationRun; candidate: Candidate }) {
  const isWinner = candidate.id === run.best_candidate_id;
  return (
    <section className={styles.prompt}>
      <header className={styles.promptHead}>
        <h2>Prompt of {isWinner ? 'the winner' : `“${candidate.note ?? candidate.candidate_key}”`}</h2>
        {candidate.system_prompt !== null && (
          <CopyButton text={candidate.system_prompt} label="Copy prompt" />
        )}
      </header>
      <PromptWarnings warnings={candidate.warnings} />
      {candidate.system_prompt === null ? (
        <p className={styles.fact}>Same prompt as the baseline. Only the model differs.</p>
      ) : run.system_prompt !== null ? (
        <PromptDiff before={run.system_prompt} after={candidate.system_prompt} />
      ) : (
        <DiffFromConversation run={run} after={candidate.system_prompt} />
      )}
    </section>
  );
}

/** Each conversation has its own prompt; the first one is compared as an example. */
function DiffFromConversation({ run, after }: { run: OptimizationRun; after: string }) {
  const workspace = useWorkspace();
  const listState = useListState(run.name);
  const [firstId = ''] = run.conversation_ids;
  const { data, error, refetch } = useQuery(conversationQuery(workspace, firstId));
  if (data === undefined && error === null) return <Loading label="Loading baseline prompt" />;
  const before = data === undefined ? '' : getSystemPrompt(data);
  return (
    <>
      <p className={styles.fact}>
        The baseline uses the system prompt of each conversation. This diff is against that of{' '}
        <Link to={workspace.href(`conversations/${firstId}`)} state={listState}>
          the first conversation
        </Link>
        .
      </p>
      {error !== null && <ErrorNotice error={error} onRetry={refetch} />}
      <PromptDiff before={before} after={expandTemplate(after, before)} />
    </>
  );
}

/** Of the first system or developer message, which a candidate replaces. */
function getSystemPrompt({ messages }: ConversationDetail): string {
  const message = messages.find(({ role }) => role === 'system' || role === 'developer');
  return (message?.parts ?? []).flatMap((part) => partText(part) ?? []).join('\n');
}

function PromptDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  if (before === after) return <p className={styles.diff}>{after}</p>;
  return (
    <p className={styles.diff} dir="auto">
      {parts.map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a diff is rendered as a whole; its parts have no identity.
        if (kind === 'unchanged') return <span key={index}>{text}</span>;
        const Change = kind === 'added' ? 'ins' : 'del';
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        return <Change key={index}>{text}</Change>;
      })}
    </p>
  );
}
