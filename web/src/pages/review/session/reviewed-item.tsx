import type { Ref } from 'react';
import { pluralize } from '../../../text/wording';
import { Badge } from '../../../ui/badge';
import { EntryList } from './entry-list';
import { Evidence } from './evidence';
import { ReplyText } from './reply-text';
import styles from './review.module.css';
import { verdictOf } from './review-draft';
import type { ReviewedReply } from './use-reply';
import type { Review } from './use-review';

interface ReviewedItemProps {
  heading: Ref<HTMLHeadingElement>;
  shown: ReviewedReply;
  number: number;
  review: Review;
  isBlind: boolean;
  isSent: boolean;
}

/** The reply with its spans and findings, next to the conversation before it. */
export function ReviewedItem({ heading, shown, number, review, isBlind, isSent }: ReviewedItemProps) {
  const { draft, entries, selected, editing, undecided } = review;
  const place = selected?.kind === 'finding' ? (selected.finding.evidence[0] ?? null) : null;
  const select = (id: string) => {
    const entry = entries.find((it) => it.id === id);
    if (entry !== undefined) review.select(entry);
  };
  const isJudged = draft.verdict !== null || draft.missed.length > 0 || (!isBlind && undecided === 0);
  return (
    <div className={styles.view}>
      <section className={styles.reply} aria-labelledby="reply-title">
        <header className={styles.head}>
          <h2 id="reply-title" ref={heading} tabIndex={-1}>
            Reply {number}
          </h2>
          {isSent && <Badge tone="good">Sent</Badge>}
          {!isBlind && undecided > 0 && <Badge>{pluralize(undecided, 'undecided finding')}</Badge>}
          {isJudged && (
            <Badge tone={verdictOf(draft) === 'clean' ? 'good' : 'warn'}>
              {verdictOf(draft) === 'clean' ? 'Clean' : 'Has an issue'}
            </Badge>
          )}
        </header>
        <ReplyText
          reply={shown.reply}
          entries={entries}
          selectedId={selected?.id ?? null}
          editing={editing}
          onSelect={select}
        />
        {isBlind && (
          <p className={styles.note}>Blind: what the evaluator reports is hidden until you send.</p>
        )}
        {!isBlind && entries.length === 0 && <p className={styles.note}>No findings in this reply.</p>}
        {entries.length > 0 && (
          <EntryList
            entries={entries}
            selectedId={selected?.id ?? null}
            messages={shown.messages}
            onSelect={select}
          />
        )}
      </section>
      <Evidence conversationId={shown.item.conversationId} messages={shown.messages} place={place} />
    </div>
  );
}
