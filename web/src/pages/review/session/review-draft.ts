import type { Finding } from '../../../api/types';
import type { Span } from '../../../text/segments';

/** A span with its label, as a reviewer says it is. */
export interface LabeledSpan extends Span {
  label: string;
}

/** A span that evaluators missed. */
export interface MissedSpan extends LabeledSpan {
  id: string;
  message_part_index: number;
  text: string;
}

/** A reviewer's verdict on a finding; a confirmed one may be corrected. */
export interface Decision {
  verdict: 'confirmed' | 'rejected';
  correction: LabeledSpan | null;
}

export type ReplyVerdict = 'clean' | 'has_issue';

/** A reviewer's verdicts on an item, before they are sent. */
export interface ItemDraft {
  /** By the id of the finding. */
  decisions: Readonly<Record<string, Decision>>;
  missed: readonly MissedSpan[];
  /** Null until it is said; then spans decide. */
  verdict: ReplyVerdict | null;
  /** The verdict on the reply that the service has stored; null: none. Absent: the one that the draft implies. */
  judged?: ReplyVerdict | null;
}

export const emptyDraft: ItemDraft = { decisions: {}, missed: [], verdict: null };

type Drafts = Readonly<Record<string, ItemDraft>>;

/** What `undo` takes back: changed drafts, or that items were sent. */
type Step =
  | { kind: 'draft'; before: Readonly<Record<string, ItemDraft | null>>; itemKey: string; what: string }
  | { kind: 'sent'; itemKey: string };

export interface ReviewState {
  /** The shown item; null: the first that is not sent. */
  itemKey: string | null;
  /** The selected finding or missed span of it; null: the first. */
  entryId: string | null;
  /** Not sent yet, by item. */
  drafts: Drafts;
  /** Sent last, by item; the responses may be outstanding. */
  sent: Drafts;
  /** Stored by the service, by item. */
  acknowledged: Drafts;
  steps: readonly Step[];
}

export const initialState: ReviewState = {
  itemKey: null,
  entryId: null,
  drafts: {},
  sent: {},
  acknowledged: {},
  steps: [],
};

/** A reviewer's verdicts on an item, sent or not. */
export function draftOf({ drafts, sent }: ReviewState, itemKey: string): ItemDraft {
  return drafts[itemKey] ?? sent[itemKey] ?? emptyDraft;
}

/** Changes what is said of items, in one step of `undo`; the shown item is where it returns to. */
export function changeDrafts(
  state: ReviewState,
  itemKey: string,
  changes: Readonly<Record<string, (draft: ItemDraft) => ItemDraft>>,
  what: string,
): ReviewState {
  const drafts = { ...state.drafts };
  const before: Record<string, ItemDraft | null> = {};
  for (const [key, change] of Object.entries(changes)) {
    before[key] = state.drafts[key] ?? null;
    drafts[key] = change(draftOf(state, key));
  }
  const step: Step = { kind: 'draft', before, itemKey, what };
  return { ...state, drafts, steps: [...state.steps, step] };
}

export function decide(draft: ItemDraft, findingId: string, decision: Decision): ItemDraft {
  return { ...draft, decisions: { ...draft.decisions, [findingId]: decision } };
}

/** Adds a missed span, or replaces the one with its id. */
export function putMissed(draft: ItemDraft, span: MissedSpan): ItemDraft {
  return { ...draft, missed: [...draft.missed.filter(({ id }) => id !== span.id), span] };
}

export function removeMissed(draft: ItemDraft, id: string): ItemDraft {
  return { ...draft, missed: draft.missed.filter((span) => span.id !== id) };
}

/** Whether spans alone say that the reply has an issue. */
export function hasMarkedIssue({ decisions, missed }: ItemDraft): boolean {
  return missed.length > 0 || Object.values(decisions).some(({ verdict }) => verdict === 'confirmed');
}

/** What is said of the whole reply. */
export function verdictOf(draft: ItemDraft): ReplyVerdict {
  return hasMarkedIssue(draft) ? 'has_issue' : (draft.verdict ?? 'clean');
}

/** What differs between a draft and what was sent before. */
export interface DraftChanges {
  removed: readonly MissedSpan[];
  decisions: readonly (readonly [findingId: string, decision: Decision])[];
  added: readonly MissedSpan[];
  verdict: ReplyVerdict | null;
}

/** Compares a draft with what was sent before; null: nothing was. */
export function compareDrafts(draft: ItemDraft, sent: ItemDraft | null): DraftChanges {
  const before = sent ?? emptyDraft;
  return {
    removed: before.missed.filter((span) => !draft.missed.includes(span)),
    decisions: Object.entries(draft.decisions).filter(([id, it]) => it !== before.decisions[id]),
    added: draft.missed.filter((span) => !before.missed.includes(span)),
    verdict: isVerdictNew(draft, sent) ? verdictOf(draft) : null,
  };
}

/** Whether the verdict on the reply has to be appended: one that is stored is not appended again. */
function isVerdictNew(draft: ItemDraft, sent: ItemDraft | null): boolean {
  if (sent?.judged === null) return draft.verdict !== null;
  if (sent?.judged !== undefined) return verdictOf(draft) !== sent.judged;
  if (draft.verdict !== null && draft.verdict !== (sent ?? emptyDraft).verdict) return true;
  return sent !== null && verdictOf(draft) !== verdictOf(sent);
}

/** Whether the draft of an item says something that was not sent. */
export function hasUnsent({ drafts, sent }: ReviewState, itemKey: string): boolean {
  const draft = drafts[itemKey];
  if (draft === undefined) return false;
  const { removed, decisions, added, verdict } = compareDrafts(draft, sent[itemKey] ?? null);
  return removed.length + decisions.length + added.length > 0 || verdict !== null;
}

/** Moves the draft of an item to what was sent, and shows another item. */
export function markSent(state: ReviewState, itemKey: string, nextKey: string | null): ReviewState {
  const { [itemKey]: _draft, ...drafts } = state.drafts;
  const step: Step = { kind: 'sent', itemKey };
  return {
    ...state,
    itemKey: nextKey,
    entryId: null,
    drafts,
    sent: { ...state.sent, [itemKey]: draftOf(state, itemKey) },
    steps: [...state.steps, step],
  };
}

/** Records what the service has stored of an item. */
export function acknowledge(
  state: ReviewState,
  itemKey: string,
  apply: (acknowledged: ItemDraft) => ItemDraft,
): ReviewState {
  const before = state.acknowledged[itemKey] ?? { ...emptyDraft, judged: null };
  return { ...state, acknowledged: { ...state.acknowledged, [itemKey]: apply(before) } };
}

/** Shows an item as a draft again, because the service refused its reviews; what it has stored counts as sent. */
export function reopen(state: ReviewState, itemKey: string): ReviewState {
  const { [itemKey]: _sent, ...others } = state.sent;
  const acknowledged = state.acknowledged[itemKey];
  return {
    ...state,
    itemKey,
    entryId: null,
    drafts: { ...state.drafts, [itemKey]: draftOf(state, itemKey) },
    sent: acknowledged === undefined ? others : { ...others, [itemKey]: acknowledged },
    steps: withoutItem(state.steps, itemKey),
  };
}

/** Forgets an item, because another reviewer has it. */
export function dropItem(state: ReviewState, itemKey: string): ReviewState {
  const { [itemKey]: _draft, ...drafts } = state.drafts;
  const { [itemKey]: _sent, ...sent } = state.sent;
  const { [itemKey]: _acknowledged, ...acknowledged } = state.acknowledged;
  return { ...state, drafts, sent, acknowledged, steps: withoutItem(state.steps, itemKey) };
}

const withoutItem = (steps: readonly Step[], itemKey: string) =>
  steps.filter((step) => step.itemKey !== itemKey);

/**
 * Takes back the last step. Of an item that was sent nothing can be taken back, because reviews are appended: it is
 * shown again, and another decision replaces the sent one.
 */
export function undo(state: ReviewState): { state: ReviewState; undone: Step | null } {
  const undone = state.steps.at(-1) ?? null;
  if (undone === null) return { state, undone };
  const steps = state.steps.slice(0, -1);
  const shown = { itemKey: undone.itemKey, entryId: null, steps };
  if (undone.kind === 'draft') {
    const restored = Object.entries({ ...state.drafts, ...undone.before });
    const drafts = Object.fromEntries(
      restored.filter((entry): entry is [string, ItemDraft] => entry[1] !== null),
    );
    return { state: { ...state, ...shown, drafts }, undone };
  }
  // Earlier steps of the item changed its draft, which is sent.
  const others = steps.filter(({ kind, itemKey }) => kind === 'sent' || itemKey !== undone.itemKey);
  return { state: { ...state, ...shown, steps: others }, undone };
}

/** A finding or a missed span of an item. */
export type Entry =
  | { kind: 'finding'; id: string; finding: Finding; decision: Decision | null; span: LabeledSpan }
  | { kind: 'missed'; id: string; missed: MissedSpan; span: LabeledSpan };

/** The findings of an item in reading order with their decisions, then the missed spans. */
export function listEntries(findings: readonly Finding[], draft: ItemDraft): Entry[] {
  const sorted = [...findings].sort(
    (a, b) => a.message_part_index - b.message_part_index || a.start_offset - b.start_offset,
  );
  return [
    ...sorted.map((finding): Entry => {
      const decision = draft.decisions[finding.id] ?? null;
      return { kind: 'finding', id: finding.id, finding, decision, span: decision?.correction ?? finding };
    }),
    ...draft.missed.map((missed): Entry => ({ kind: 'missed', id: missed.id, missed, span: missed })),
  ];
}

/** The next finding without a decision after an entry, else the first one; null when all are decided. */
export function nextUndecided(entries: readonly Entry[], afterId: string): Entry | null {
  const at = entries.findIndex(({ id }) => id === afterId);
  const isUndecided = (entry: Entry) => entry.kind === 'finding' && entry.decision === null;
  return entries.slice(at + 1).find(isUndecided) ?? entries.find(isUndecided) ?? null;
}

export function countUndecided(entries: readonly Entry[]): number {
  return entries.filter((entry) => entry.kind === 'finding' && entry.decision === null).length;
}
