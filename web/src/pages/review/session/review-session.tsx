import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { pluralize } from '../../../text/wording';
import { Button } from '../../../ui/button';
import { ErrorNotice } from '../../../ui/error-notice';
import { Loading } from '../../../ui/loading';
import { Notice } from '../../../ui/notice';
import { describeReply } from './announcements';
import { GroupsDialog } from './groups-dialog';
import { HelpDialog } from './help-dialog';
import { type ActionId, actions } from './keys';
import styles from './review.module.css';
import { draftOf, hasUnsent, type ReviewState } from './review-draft';
import type { ReviewItem } from './review-queries';
import { ReviewToolbar } from './review-toolbar';
import { ReviewedItem } from './reviewed-item';
import { moveOf, moveSpan } from './span-editing';
import { SpanEditor } from './span-editor';
import type { Sending } from './use-item-sending';
import { useReply } from './use-reply';
import { useReview } from './use-review';
import { useShortcutSetting, useShortcuts } from './use-shortcuts';

export interface ReviewSessionProps {
  items: readonly ReviewItem[];
  /** Whether no more items follow these. */
  isComplete: boolean;
  state: ReviewState;
  setState: (change: (state: ReviewState) => ReviewState) => void;
  sending: Sending;
  labels: readonly string[];
  isBlind: boolean;
  /** Shown when all items are reviewed. */
  end: ReactNode;
}

/** Reviews items one after the other, by keys or buttons. */
export function ReviewSession(props: ReviewSessionProps) {
  const { items, isComplete, state, setState, sending, labels, isBlind, end } = props;
  const [announcement, setAnnouncement] = useState('');
  const announce = (text: string) => setAnnouncement((before) => (before === text ? `${text}\u00a0` : text));
  const [dialog, setDialog] = useState<'help' | 'groups' | null>(null);
  const [areKeysOn, setKeysOn] = useShortcutSetting();

  const current =
    items.find(({ key }) => key === state.itemKey) ?? items.find(({ key }) => !(key in state.sent)) ?? null;
  const index = current === null ? -1 : items.indexOf(current);
  const following = useMemo(() => items.slice(index + 1), [items, index]);
  const { data: shown, error, retry } = useReply(current, following, isBlind);
  const review = useReview({ state, setState, items, shown, labels, announce });
  const { draft, entries, selected, editing, undecided } = review;

  const heading = useRef<HTMLHeadingElement>(null);
  const dock = useRef<HTMLDivElement>(null);
  const shownKey = shown?.item.key ?? null;
  const number = index + 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another reply is announced.
  useEffect(() => {
    if (shownKey === null) return;
    window.scrollTo({ top: 0 });
    const isOnButton = dock.current?.contains(document.activeElement) === true;
    if (!isOnButton) heading.current?.focus({ preventScroll: true });
    announce(describeReply(number, entries, selected, isBlind));
  }, [shownKey]);
  const isEditing = editing !== null;
  // The toolbar and the editor replace each other, and the browser drops the focus of a removed button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one replaces the other.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [isEditing]);

  const show = (item: ReviewItem | undefined) => {
    if (item === undefined)
      return announce(isComplete ? 'There is no other reply.' : 'Loading more replies.');
    review.setEditing(null);
    setState((before) => ({ ...before, itemKey: item.key, entryId: null }));
  };
  const step = (by: 1 | -1) => {
    const entry = selected === null ? undefined : entries[entries.indexOf(selected) + by];
    if (entry !== undefined) review.select(entry);
    else show(items[(current === null ? items.length : index) + by]);
  };
  const send = () => {
    if (shown === null) return;
    const problem = sending.problemOf(shown.item, draft, undecided);
    if (problem !== null) return announce(problem);
    if (sending.send(shown.item)) announce('Sent.');
    else show(items[index + 1]);
  };
  const act = (id: ActionId) => {
    const handlers: Record<ActionId, () => void> = {
      confirm: () => review.judge('confirmed'),
      reject: () => review.judge('rejected'),
      edit: review.edit,
      mark: review.mark,
      undo: review.takeBack,
      previous: () => step(-1),
      next: () => step(1),
      clean: () => review.say('clean'),
      issue: () => review.say('has_issue'),
      send,
      groups: () => setDialog('groups'),
      help: () => setDialog('help'),
    };
    handlers[id]();
  };

  const hasFindings = entries.some(({ kind }) => kind === 'finding');
  const offered = new Set<ActionId>(
    actions
      .map(({ id }) => id)
      .filter((id) => !isBlind || !['confirm', 'groups'].includes(id))
      .filter((id) => current !== null || ['undo', 'previous', 'help'].includes(id)),
  );
  const disabled = new Set<ActionId>([
    ...(hasFindings ? [] : (['confirm'] as const)),
    ...(selected === null ? (['reject', 'edit'] as const) : []),
    ...(state.steps.length === 0 ? (['undo'] as const) : []),
  ]);
  useShortcuts(areKeysOn || editing !== null, (event) => {
    if (editing !== null) return handleEditKey(event);
    if (event.altKey) return false;
    const action = actions.find(({ key }) => key === event.key);
    if (action === undefined || !offered.has(action.id)) return false;
    if (!event.repeat) act(action.id);
    return true;
  });
  const handleEditKey = (event: KeyboardEvent): boolean => {
    if (editing === null) return false;
    const move = moveOf(event);
    const label = /^[1-9]$/.test(event.key) ? labels[Number(event.key) - 1] : undefined;
    if (move !== null) review.setEditing(moveSpan(editing, move.move, move.isFine));
    else if (label !== undefined) review.setEditing({ ...editing, span: { ...editing.span, label } });
    else if (event.key === 'Enter') review.acceptEdit();
    else if (event.key === 'Escape') review.cancelEdit();
    else return false;
    return true;
  };

  const others = Object.keys(state.drafts).filter((key) => key !== current?.key && hasUnsent(state, key));
  const ungrouped = items
    .flatMap((item) =>
      (item === shown?.item ? shown.findings : (item.findings ?? [])).map((it) => ({ item, it })),
    )
    .filter(({ item, it }) => draftOf(state, item.key).decisions[it.id] === undefined)
    .map(({ it }) => it);

  return (
    <div className={styles.session}>
      {sending.notices}
      {error !== null && <ErrorNotice error={error} onRetry={retry} />}
      {current === null && (isComplete ? end : <Loading label="Loading replies" />)}
      {current !== null && shown === null && error === null && <Loading label="Loading reply" />}
      {shown !== null && (
        <ReviewedItem
          key={shown.item.key}
          heading={heading}
          shown={shown}
          number={number}
          review={review}
          isBlind={isBlind}
          isSent={shown.item.key in state.sent && !hasUnsent(state, shown.item.key)}
        />
      )}
      <div ref={dock} className={styles.dock}>
        <p role="status" className={styles.status}>
          {announcement}
        </p>
        {others.length > 0 && sending.canSendAll && (
          <Notice>
            {pluralize(others.length, 'other reply has', 'other replies have')} reviews that are not sent.{' '}
            <Button onPress={() => sending.sendAll(others)}>Send them</Button>
          </Notice>
        )}
        {editing === null ? (
          <ReviewToolbar
            shown={offered}
            disabled={disabled}
            onAction={act}
            onPointer={() => heading.current?.focus({ preventScroll: true })}
          />
        ) : (
          <SpanEditor
            editing={editing}
            labels={labels}
            onMove={(move) => review.setEditing(moveSpan(editing, move))}
            onLabel={(label) => review.setEditing({ ...editing, span: { ...editing.span, label } })}
            onAccept={review.acceptEdit}
            onCancel={review.cancelEdit}
          />
        )}
      </div>
      <HelpDialog
        shown={offered}
        isOpen={dialog === 'help'}
        areKeysOn={areKeysOn}
        onKeys={setKeysOn}
        onClose={() => setDialog(null)}
      />
      <GroupsDialog
        findings={ungrouped}
        isOpen={dialog === 'groups'}
        onDecide={review.decideGroup}
        onClose={() => setDialog(null)}
      />
    </div>
  );
}
