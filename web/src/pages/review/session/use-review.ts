import { useMemo, useState } from 'react';
import { partText } from '../../../../../packages/text';
import { createIdempotencyKey } from '../../../api/idempotency-key';
import type { Message } from '../../../api/types';
import { pluralize } from '../../../text/wording';
import { describeEntry } from './announcements';
import type { FindingGroup } from './groups';
import {
  changeDrafts,
  countUndecided,
  type Decision,
  decide,
  draftOf,
  type Entry,
  hasMarkedIssue,
  type ItemDraft,
  type LabeledSpan,
  listEntries,
  nextUndecided,
  putMissed,
  type ReplyVerdict,
  type ReviewState,
  removeMissed,
  undo,
} from './review-draft';
import type { ReviewItem } from './review-queries';
import { getSelectedSpan } from './selected-span';
import { type Editing, editedText, startEditing } from './span-editing';
import type { ReviewedReply } from './use-reply';

interface ReviewOptions {
  state: ReviewState;
  setState: (change: (state: ReviewState) => ReviewState) => void;
  items: readonly ReviewItem[];
  shown: ReviewedReply | null;
  labels: readonly string[];
  announce: (text: string) => void;
}

/** What a reviewer does with the shown reply. */
export function useReview({ state, setState, items, shown, labels, announce }: ReviewOptions) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const itemKey = shown?.item.key ?? '';
  const draft = draftOf(state, itemKey);
  const entries = useMemo(() => listEntries(shown?.findings ?? [], draft), [shown, draft]);
  const selected =
    entries.find(({ id }) => id === state.entryId) ?? nextUndecided(entries, '') ?? entries[0] ?? null;

  const select = (entry: Entry) => {
    setState((before) => ({ ...before, itemKey, entryId: entry.id }));
    announce(describeEntry(entry, entries));
  };
  const change = (what: string, apply: (draft: ItemDraft) => ItemDraft, entryId: string | null) =>
    setState((before) => ({
      ...changeDrafts(before, itemKey, { [itemKey]: apply }, what),
      itemKey,
      entryId,
    }));

  /** Decides on a finding and selects the next one without a decision. */
  const decideOn = (findingId: string, decision: Decision) => {
    const what =
      decision.verdict === 'rejected' ? 'Rejected' : decision.correction === null ? 'Confirmed' : 'Corrected';
    const after = listEntries(shown?.findings ?? [], decide(draft, findingId, decision));
    const next = nextUndecided(after, findingId);
    change(what, (before) => decide(before, findingId, decision), next?.id ?? findingId);
    announce(`${what}. ${next === null ? 'All findings are decided.' : describeEntry(next, after)}`);
  };
  const judge = (verdict: Decision['verdict']) => {
    if (selected === null) return announce('No finding is selected.');
    if (selected.kind === 'finding') return decideOn(selected.id, { verdict, correction: null });
    if (verdict === 'confirmed') return announce('You marked this span. Reject removes it.');
    change('Removed', (before) => removeMissed(before, selected.id), null);
    announce('Removed the missed span.');
  };
  const say = (verdict: ReplyVerdict) => {
    if (verdict === 'clean' && hasMarkedIssue(draft))
      return announce('A reply with a confirmed finding or a missed span is not clean.');
    const name = verdict === 'clean' ? 'Clean' : 'Has an issue';
    change(name, (before) => ({ ...before, verdict }), state.entryId);
    announce(`${name}.`);
  };
  const takeBack = () => {
    const { state: before, undone } = undo(state);
    if (undone === null) return announce('Nothing to undo.');
    setState(() => before);
    announce(
      undone.kind === 'draft'
        ? `Undone: ${undone.what}.`
        : 'This reply was sent. Decide again and send it to replace your review.',
    );
  };

  const edit = () => {
    if (shown === null || selected === null) return announce('No finding is selected.');
    const partIndex =
      selected.kind === 'finding' ? selected.finding.message_part_index : selected.missed.message_part_index;
    const marked = getSelectedSpan();
    const { label } = selected.span;
    const span = marked?.message_part_index === partIndex ? { ...marked, label } : selected.span;
    setEditing(startEditing(selected.id, partIndex, textOf(shown.reply, partIndex), span, label));
    announce('Edit the span with the arrow keys. Enter accepts, Escape cancels.');
  };
  const mark = () => {
    if (shown === null) return;
    const marked = getSelectedSpan();
    const partIndex =
      marked?.message_part_index ??
      shown.reply.parts.findIndex((part) => (partText(part) ?? '').trim() !== '');
    if (partIndex < 0) return announce('The reply has no text.');
    const label = draft.missed.at(-1)?.label ?? selected?.span.label ?? labels[0] ?? '';
    const span = marked === null ? null : { ...marked, label };
    setEditing(startEditing(null, partIndex, textOf(shown.reply, partIndex), span, label));
    announce('Mark the missed span with the arrow keys. Enter accepts, Escape cancels.');
  };
  const acceptEdit = () => {
    if (editing === null) return;
    const { entryId, partIndex, span } = editing;
    setEditing(null);
    const entry = entries.find(({ id }) => id === entryId);
    if (entry?.kind === 'finding')
      return decideOn(entry.id, {
        verdict: 'confirmed',
        correction: isSame(span, entry.finding) ? null : span,
      });
    const missed = {
      ...span,
      id: entryId ?? createIdempotencyKey(),
      message_part_index: partIndex,
      text: editedText(editing),
    };
    change('Marked', (before) => putMissed(before, missed), missed.id);
    announce(`Marked as missed: ${missed.text}.`);
  };
  const decideGroup = ({ name, findings }: FindingGroup, verdict: Decision['verdict']) => {
    const ids = new Set(findings.map(({ id }) => id));
    const changes: Record<string, (draft: ItemDraft) => ItemDraft> = {};
    for (const item of items) {
      const own = (item.key === itemKey ? shown?.findings : item.findings) ?? [];
      const members = own.filter(({ id }) => ids.has(id));
      if (members.length === 0) continue;
      changes[item.key] = (before) =>
        members.reduce((result, { id }) => decide(result, id, { verdict, correction: null }), before);
    }
    const what = `${verdict === 'confirmed' ? 'Confirmed' : 'Rejected'} ${pluralize(findings.length, 'finding')}`;
    setState((before) => changeDrafts(before, itemKey, changes, `${what}: ${name}`));
    announce(`${what}.`);
  };

  return {
    draft,
    entries,
    selected,
    undecided: countUndecided(entries),
    editing,
    setEditing,
    select,
    judge,
    say,
    takeBack,
    edit,
    mark,
    acceptEdit,
    cancelEdit: () => {
      setEditing(null);
      announce('Cancelled.');
    },
    decideGroup,
  };
}

export type Review = ReturnType<typeof useReview>;

function textOf(reply: Message, partIndex: number): string {
  const part = reply.parts[partIndex];
  return (part && partText(part)) ?? '';
}

function isSame(one: LabeledSpan, other: LabeledSpan): boolean {
  return (
    one.start_offset === other.start_offset &&
    one.end_offset === other.end_offset &&
    one.label === other.label
  );
}
