import { useLayoutEffect, useRef, useState } from 'react';
import type { EvidenceLocation, Message } from '../../../api/types';
import { Button } from '../../../ui/button';
import { MessageCard } from '../../../workspace/transcript/message-card';
import styles from './review.module.css';

interface EvidenceProps {
  conversationId: string;
  /** The messages before the reply. */
  messages: readonly Message[];
  /** The evidence of the selected finding. */
  place: EvidenceLocation | null;
}

/** Messages that are shown at first, before the reply. */
const SHOWN = 20;

/** What the reply was compared with: the conversation before it, with the evidence of the selected finding framed. */
export function Evidence({ conversationId, messages, place }: EvidenceProps) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const first = isWhole ? 0 : Math.max(0, messages.length - SHOWN);
  const shown = messages.filter((_, index) => index >= first || index === place?.message_index);

  useLayoutEffect(() => {
    const box = list.current;
    if (box === null || box.scrollHeight <= box.clientHeight) return;
    const mark = place === null ? null : box.querySelector('[data-place]');
    const target = mark ?? box.lastElementChild;
    if (target === null) return;
    const top = target.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += mark === null ? top : top - box.clientHeight / 3;
  }, [place]);

  return (
    <section className={styles.evidence} aria-labelledby="evidence-title">
      <h2 id="evidence-title">Conversation before the reply</h2>
      {messages.length === 0 && <p className={styles.note}>The reply is the first message.</p>}
      {shown.length < messages.length && (
        <Button onPress={() => setWhole(true)}>
          Show all {messages.length.toLocaleString('en')} messages
        </Button>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
      <ol ref={list} className={styles.messages} tabIndex={0} aria-label="Messages">
        {shown.map((message) => (
          <li key={message.id}>
            <MessageCard
              conversationId={conversationId}
              message={message}
              issues={noIssues}
              selected={null}
              place={place !== null && message === messages[place.message_index] ? place : null}
              onSelect={ignore}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

const noIssues = [] as const;
const ignore = () => undefined;
