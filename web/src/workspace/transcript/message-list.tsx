import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { EvidenceLocation, Message } from '../../api/types';
import type { Issue } from './issues';
import { MessageCard } from './message-card';
import styles from './transcript.module.css';
import { useReveal } from './use-reveal';

const ESTIMATED_HEIGHT = 160;
const SELECTED = '[data-selected="true"]';

export interface MessageListHandle {
  /** Scrolls the selected span or the evidence of a message to the middle of the visible area. */
  reveal: (messageIndex: number, what: 'span' | 'place') => void;
  /** Scrolls by the minimum that makes the selected span of a rendered message visible. */
  keepInSight: (messageIndex: number) => void;
}

interface MessageListProps {
  ref: Ref<MessageListHandle>;
  conversationId: string;
  messages: readonly Message[];
  issues: readonly Issue[];
  selected: Issue | null;
  /** The framed evidence. */
  place: EvidenceLocation | null;
  onSelect: (issue: Issue) => void;
}

/** The messages, virtualized: a conversation may have a thousand. */
export function MessageList({
  ref,
  conversationId,
  messages,
  issues,
  selected,
  place,
  onSelect,
}: MessageListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [top, setTop] = useState(0);
  const measureTop = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  useLayoutEffect(measureTop); // any render may have changed the content above
  useEffect(() => {
    window.addEventListener('resize', measureTop);
    return () => window.removeEventListener('resize', measureTop);
  });
  const virtualizer = useWindowVirtualizer({
    count: messages.length,
    estimateSize: () => ESTIMATED_HEIGHT,
    overscan: 6,
    scrollMargin: top,
    getItemKey: (index) => messages[index]?.id ?? index,
  });
  const issuesOfMessage = useMemo(() => groupByMessage(issues), [issues]);

  const follow = useReveal();
  useImperativeHandle(ref, () => {
    const find = (messageIndex: number, selector: string) => () =>
      list.current?.querySelector(`[data-index="${messageIndex}"] ${selector}`) ?? null;
    // The virtualizer scrolls to whole messages and would override the position of the span.
    const onFound = virtualizer.cancelScroll;
    return {
      reveal: (messageIndex, what) => {
        virtualizer.scrollToIndex(messageIndex, { align: 'center' });
        const selector = what === 'place' ? '[data-place]' : SELECTED;
        follow({ find: find(messageIndex, selector), block: 'center', onFound });
      },
      keepInSight: (messageIndex) =>
        follow({ find: find(messageIndex, SELECTED), block: 'nearest', onFound }),
    };
  });

  return (
    <ol
      ref={list}
      className={styles.messages}
      style={{ height: virtualizer.getTotalSize() }}
      aria-label="Messages"
    >
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const message = messages[index];
        if (message === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={styles.item}
            style={{ transform: `translateY(${start - top}px)` }}
            aria-setsize={messages.length}
            aria-posinset={index + 1}
          >
            <MessageCard
              conversationId={conversationId}
              message={message}
              issues={issuesOfMessage.get(index) ?? noIssues}
              selected={selected}
              place={place?.message_index === index ? place : null}
              onSelect={onSelect}
            />
          </li>
        );
      })}
    </ol>
  );
}

const noIssues: readonly Issue[] = [];

function groupByMessage(issues: readonly Issue[]): Map<number, Issue[]> {
  const groups = new Map<number, Issue[]>();
  for (const issue of issues) {
    groups.set(issue.messageIndex, [...(groups.get(issue.messageIndex) ?? []), issue]);
  }
  return groups;
}
