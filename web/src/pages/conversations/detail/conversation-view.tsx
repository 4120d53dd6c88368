import { useEffect, useMemo, useRef, useState } from 'react';
import type { ConversationDetail } from '../../../api/types';
import { type EvidencePlace, findEvidence } from '../../../text/evidence';
import { getPartText } from '../../../text/part-text';
import { useSearch } from '../../../workspace/use-search';
import styles from './conversation.module.css';
import { IssuePanel } from './issue-panel';
import { buildIssues, groupByEvaluator, type Issue, listSourcesBefore, parseSourceId } from './issues';
import { MessageList, type MessageListHandle } from './message-list';

/** Messages next to the issues of one evaluator. The URL holds the evaluator and the selected issue. */
export function ConversationView({ conversation }: { conversation: ConversationDetail }) {
  const { search, change } = useSearch();
  const results = useMemo(() => groupByEvaluator(conversation.evaluations), [conversation.evaluations]);
  const result = results.find(({ key }) => key === search.get('evaluator')) ?? results[0] ?? null;
  const issues = useMemo(() => buildIssues(conversation, result?.evaluations ?? []), [conversation, result]);
  const selected = issues[Number(search.get('issue')) - 1] ?? null;
  const [evidence, setEvidence] = useState<{ places: EvidencePlace[]; shown: number } | null>(null);
  const list = useRef<MessageListHandle>(null);

  const wasPointedAt = useRef(false);
  const select = (issue: Issue, isPointedAt: boolean) => {
    wasPointedAt.current = isPointedAt;
    setEvidence(null);
    change({ issue: String(issue.number) }, { replace: true });
  };
  /** Scrolls to the evidence of an issue; repeated calls cycle through its places. */
  const showEvidence = (issue: Issue) => {
    const places = evidence?.places ?? findIssueEvidence(conversation, issue);
    const shown = evidence === null ? 0 : (evidence.shown + 1) % Math.max(1, places.length);
    setEvidence({ places, shown });
    const place = places[shown];
    if (place !== undefined) list.current?.reveal(parseSourceId(place.sourceId).messageIndex, 'place');
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

  return (
    <div className={styles.view} data-chosen={selected !== null}>
      <IssuePanel
        results={results}
        result={result}
        issues={issues}
        selected={selected}
        evidence={evidence}
        onEvaluator={(key) => {
          setEvidence(null);
          change({ evaluator: key, issue: null }, { replace: true });
        }}
        onSelect={(issue) => {
          select(issue, false);
          if (issue === selected) list.current?.reveal(issue.messageIndex, 'span');
        }}
        onEvidence={showEvidence}
      />
      <MessageList
        ref={list}
        messages={conversation.messages}
        issues={issues}
        selected={selected}
        place={evidence?.places[evidence.shown] ?? null}
        onSelect={(issue) => select(issue, true)}
      />
    </div>
  );
}

function findIssueEvidence(
  { messages }: ConversationDetail,
  { annotation, messageIndex }: Issue,
): EvidencePlace[] {
  const part = messages[messageIndex]?.parts[annotation.message_part_index];
  const text = (part && getPartText(part)) ?? '';
  return findEvidence({ ...annotation, text }, listSourcesBefore(messages, messageIndex));
}
