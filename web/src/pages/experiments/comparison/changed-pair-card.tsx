import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ChangedPair, ExperimentComparison, ExperimentItemDetail, SpanChange } from '../../../api/types';
import { humanize } from '../../../text/wording';
import { ErrorNotice } from '../../../ui/error-notice';
import { useListState } from '../../../workspace/use-list';
import { useWorkspace } from '../../../workspace/workspace';
import { itemQuery } from '../shared/item-queries';
import { ReplyView } from '../shared/reply-view';
import { colorChanges, sides } from './changes';
import styles from './comparison.module.css';
import { KindMark } from './kind-mark';

interface ChangedPairCardProps {
  comparison: ExperimentComparison;
  pair: ChangedPair;
}

/** The changes between two replies to one conversation, with both texts. Loads when scrolled into view. */
export function ChangedPairCard({ comparison: { first, second }, pair }: ChangedPairCardProps) {
  const workspace = useWorkspace();
  const listState = useListState('Comparison');
  const card = useRef<HTMLElement>(null);
  const isSeen = useHasBeenSeen(card);
  const one = useQuery({ ...itemQuery(workspace, first.id, pair.first_item_id), enabled: isSeen });
  const other = useQuery({ ...itemQuery(workspace, second.id, pair.second_item_id), enabled: isSeen });
  const title = other.data?.source_preview ?? one.data?.source_preview ?? 'Conversation';
  return (
    <article className={styles.pair} ref={card} aria-label={title}>
      <header className={styles.pairHead}>
        <h3>
          <Link to={workspace.href(`conversations/${pair.conversation_id}`)} state={listState} dir="auto">
            {title}
          </Link>
          {pair.sample_index > 0 && ` (sample ${pair.sample_index + 1})`}
        </h3>
        <span className={styles.fact}>
          {pair.first_issue_count} → {pair.second_issue_count} issues
        </span>
      </header>
      <ul className={styles.changes}>
        {pair.changes.map((change) => (
          <Change key={keyOf(change)} change={change} />
        ))}
      </ul>
      {[one, other].map(
        ({ error, refetch }, index) =>
          error !== null && (
            <ErrorNotice key={index === 0 ? 'first' : 'second'} error={error} onRetry={refetch} />
          ),
      )}
      <div className={styles.replies}>
        <Side title={`${sides[0]}: ${first.name}`} item={one.data} changes={pair.changes} side="first" />
        <Side title={`${sides[1]}: ${second.name}`} item={other.data} changes={pair.changes} side="second" />
      </div>
    </article>
  );
}

interface SideProps {
  title: string;
  /** Undefined while loading. */
  item: ExperimentItemDetail | undefined;
  changes: readonly SpanChange[];
  side: 'first' | 'second';
}

function Side({ title, item, changes, side }: SideProps) {
  const annotations = useMemo(
    () => (item?.annotations == null ? null : colorChanges(item.annotations, changes, side)),
    [item, changes, side],
  );
  return (
    <ReplyView
      title={title}
      parts={item?.reply?.parts ?? null}
      model={item?.reply?.model ?? null}
      annotations={annotations}
      missing={item === undefined ? 'Loading…' : 'The reply was deleted.'}
    />
  );
}

/** A span that differs between the replies. */
function Change({ change }: { change: SpanChange }) {
  const { kind, text, label, previous_label: previous } = change;
  const explanation = (change.second_annotation ?? change.first_annotation)?.explanation;
  return (
    <li className={styles.change}>
      <KindMark kind={kind} />
      <q dir="auto">{text}</q>
      <span className={styles.fact}>
        {kind === 'relabelled' && previous !== null && `${humanize(previous)} → `}
        {humanize(label)}
      </span>
      <span className={styles.explanation} dir="auto">
        {explanation}
      </span>
    </li>
  );
}

const keyOf = ({ kind, first_annotation: first, second_annotation: second }: SpanChange) =>
  JSON.stringify([
    kind,
    ...[first, second].map((it) => it && [it.message_part_index, it.start_offset, it.label]),
  ]);

/** Whether an element has been near the viewport since it was rendered. */
function useHasBeenSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '400px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
