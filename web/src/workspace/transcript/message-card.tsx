import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { read } from '../../api/client';
import type { ConversationDetail, EvidenceLocation, Message } from '../../api/types';
import { formatDuration, formatTokens } from '../../text/numbers';
import { pluralize } from '../../text/wording';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ErrorNotice } from '../../ui/error-notice';
import { Time } from '../../ui/time';
import { useWorkspace } from '../workspace';
import type { Issue } from './issues';
import { MessagePartView } from './message-part-view';
import styles from './transcript.module.css';

interface MessageCardProps {
  conversationId: string;
  message: Message;
  /** Issues of this message. */
  issues: readonly Issue[];
  selected: Issue | null;
  /** Evidence in this message; null if it is in another one. */
  place: EvidenceLocation | null;
  onSelect: (issue: Issue) => void;
}

/** A message with its flagged spans. */
export const MessageCard = memo(function MessageCard({
  conversationId,
  message,
  issues,
  selected,
  place,
  onSelect,
}: MessageCardProps) {
  return (
    <article
      className={styles.card}
      data-role={message.role}
      aria-label={`Message ${message.sequence_number + 1}`}
    >
      <header className={styles.head}>
        <h2 className={styles.role}>
          {message.role}
          {message.name !== null && <span className={styles.name}> {message.name}</span>}
        </h2>
        {message.is_error && <Badge tone="danger">Error</Badge>}
        {issues.length > 0 && <Badge tone="warn">{pluralize(issues.length, 'issue')}</Badge>}
        <span className={styles.meta}>
          <Facts message={message} />
        </span>
      </header>
      {message.parts.map((part, index) => (
        <MessagePartView
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a stored message never change.
          key={index}
          part={part}
          issues={issues.filter(({ annotation }) => annotation.message_part_index === index)}
          selected={selected}
          place={place?.message_part_index === index ? place : null}
          onSelect={onSelect}
        />
      ))}
      {message.truncated && <TruncationNotice conversationId={conversationId} message={message} />}
    </article>
  );
});

/** States that a message is truncated, and loads its full text on demand. */
function TruncationNotice({ conversationId, message }: Pick<MessageCardProps, 'conversationId' | 'message'>) {
  const whole = useWholeMessage(conversationId, message);
  return (
    <footer className={styles.truncation}>
      {whole.error === null ? <p>This message is truncated.</p> : <ErrorNotice error={whole.error} />}
      <Button onPress={() => whole.mutate()} isDisabled={whole.isPending}>
        {whole.isPending ? 'Loading…' : 'Show full message'}
      </Button>
    </footer>
  );
}

function Facts({ message: { generation, created_at } }: { message: Message }) {
  return (
    <>
      {generation?.model != null && <span>{generation.model}</span>}
      {generation?.output_tokens != null && <span>{formatTokens(generation.output_tokens)}</span>}
      {generation?.latency_ms != null && <span>{formatDuration(generation.latency_ms)}</span>}
      <Time at={created_at} />
    </>
  );
}

/** Loads the full text of a truncated message into the cached conversation. */
function useWholeMessage(conversationId: string, message: Message) {
  const { id, client } = useWorkspace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      read(client.GET('/v1/messages/{message_id}', { params: { path: { message_id: message.id } } })),
    onSuccess: (whole) => {
      queries.setQueryData<ConversationDetail>(
        [id, 'conversation', conversationId],
        (conversation) =>
          conversation && {
            ...conversation,
            messages: conversation.messages.map((shown) => (shown.id === whole.id ? whole : shown)),
          },
      );
    },
  });
}
