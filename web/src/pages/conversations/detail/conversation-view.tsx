import { useEffect, useMemo, useRef, useState } from 'react';
import type { ConversationDetail, EvidenceLocation } from '../../../api/types';
import { isLocationShown } from '../../../text/evidence';
import { readSpan } from '../../../text/finding-links';
import {
  buildIssues,
  findIssueAt,
  findLastEvaluation,
  findUnevaluatedReply,
  groupByEvaluator,
  type Issue,
} from '../../../workspace/transcript/issues';
import { MessageList, type MessageListHandle } from '../../../workspace/transcript/message-list';
import { useSearch } from '../../../workspace/use-search';
import styles from './conversation.module.css';
import { IssuePanel } from './issue-panel';

/** Messages next to the issues of one evaluator. The URL holds the evaluator and the selected issue, or its span. */
export function ConversationView({ conversation }: { conversation: ConversationDetail }) {
  const { search, change } = useSearch();
  const results = useMemo(() => groupByEvaluator(conversation.evaluations), [conversation.evaluations]);
  const result = results.find(({ key }) => key === search.get('evaluator')) ?? results[0] ?? null;
  const issues = useMemo(() => buildIssues(conversation, result?.evaluations ?? []), [conversation, result]);
  const last = useMemo(
    () => findLastEvaluation(conversation, result?.evaluations ?? []),
    [conversation, result],
  );
  const linked = search.get('span');
  const span = useMemo(() => readSpan(linked), [linked]);
  const selected = issues[Number(search.get('issue')) - 1] ?? findIssueAt(issues, span) ?? null;
  /** The index of the framed evidence of the selected issue. */
  const [shownEvidence, setShownEvidence] = useState<number | null>(null);
  const shown = (shownEvidence === null ? null : selected?.annotation.evidence[shownEvidence]) ?? null;
  /** The span of the URL, if no issue is there: a person marked it. */
  const marked = useMemo(
    () => (selected === null && span !== null ? locate(conversation, span) : null),
    [selected, span, conversation],
  );
  const place = shown ?? marked;
  const list = useRef<MessageListHandle>(null);

  const wasPointedAt = useRef(false);
  const select = (issue: Issue, isPointedAt: boolean) => {
    wasPointedAt.current = isPointedAt;
    setShownEvidence(null);
    change({ issue: String(issue.number), span: null }, { replace: true });
  };
  /** Scrolls to the evidence of an issue; repeated calls cycle through its places. */
  const showEvidence = ({ annotation: { evidence } }: Issue) => {
    const next = shownEvidence === null ? 0 : (shownEvidence + 1) % evidence.length;
    const location = evidence[next];
    if (location === undefined) return;
    setShownEvidence(next);
    list.current?.reveal(location.message_index, 'place');
  };

  // Scroll to the selected issue as soon as it is rendered; a link may have selected it. A clicked span stays
  // where
  // it is, unless the panel covers it.
  const { number, messageIndex } = selected ?? {};
  useEffect(() => {
    if (number === undefined || messageIndex === undefined) return;
    if (wasPointedAt.current) list.current?.keepInSight(messageIndex);
    else list.current?.reveal(messageIndex, 'span');
  }, [number, messageIndex]);
  useEffect(() => {
    if (marked !== null) list.current?.reveal(marked.message_index, 'place');
  }, [marked]);

  return (
    <div className={styles.view} data-chosen={selected !== null}>
      <MessageList
        ref={list}
        conversationId={conversation.id}
        messages={conversation.messages}
        issues={issues}
        selected={selected}
        place={place}
        onSelect={(issue) => select(issue, true)}
      />
      <IssuePanel
        results={results}
        result={result}
        issues={issues}
        last={last}
        unevaluated={findUnevaluatedReply(conversation, last)}
        messageCount={conversation.messages.length}
        selected={selected}
        evidence={
          shownEvidence !== null && shown !== null
            ? { index: shownEvidence, isShown: isLocationShown(conversation.messages, shown) }
            : null
        }
        onEvaluator={(key) => {
          setShownEvidence(null);
          change({ evaluator: key, issue: null, span: null }, { replace: true });
        }}
        onSelect={(issue) => {
          select(issue, false);
          if (issue === selected) list.current?.reveal(issue.messageIndex, 'span');
        }}
        onEvidence={showEvidence}
      />
    </div>
  );
}

/** Where a span is in a conversation; null if its message is not loaded. */
function locate(
  { messages }: ConversationDetail,
  { messageId, ...span }: NonNullable<ReturnType<typeof readSpan>>,
): EvidenceLocation | null {
  const message_index = messages.findIndex(({ id }) => id === messageId);
  return message_index === -1 ? null : { message_index, ...span };
}
