import { buildSteps, moveEnd, moveStart, moveToWord, type SpanSteps } from '../../../text/span-edit';
import type { LabeledSpan } from './review-draft';

/** A span that is being marked or corrected. */
export interface Editing {
  /** The finding or missed span; null: a new missed span. */
  entryId: string | null;
  partIndex: number;
  text: string;
  steps: SpanSteps;
  span: LabeledSpan;
}

export type SpanMove =
  | 'extend-end'
  | 'shrink-end'
  | 'extend-start'
  | 'shrink-start'
  | 'next-word'
  | 'previous-word';

export function startEditing(
  entryId: string | null,
  partIndex: number,
  text: string,
  span: LabeledSpan | null,
  label: string,
): Editing {
  const steps = buildSteps(text);
  const first = steps.words[0] ?? { start_offset: 0, end_offset: Math.min(1, steps.length) };
  const { start_offset, end_offset } = span ?? first;
  return { entryId, partIndex, text, steps, span: { start_offset, end_offset, label: span?.label ?? label } };
}

/** Moves the edited span; `isFine`: by characters instead of words, or by sentences instead of words. */
export function moveSpan(editing: Editing, move: SpanMove, isFine = false): Editing {
  const { span, steps } = editing;
  const unit = isFine ? 'character' : 'word';
  const moved = {
    'extend-end': () => moveEnd(span, steps, 1, unit),
    'shrink-end': () => moveEnd(span, steps, -1, unit),
    'extend-start': () => moveStart(span, steps, -1, unit),
    'shrink-start': () => moveStart(span, steps, 1, unit),
    'next-word': () => moveToWord(span, steps, 1, isFine),
    'previous-word': () => moveToWord(span, steps, -1, isFine),
  }[move]();
  return { ...editing, span: { ...span, ...moved } };
}

/** What an arrow key does to the edited span; null for other keys. */
export function moveOf({ key, shiftKey, altKey }: KeyboardEvent): { move: SpanMove; isFine: boolean } | null {
  switch (key) {
    case 'ArrowRight':
      return { move: shiftKey ? 'shrink-start' : 'extend-end', isFine: altKey };
    case 'ArrowLeft':
      return { move: shiftKey ? 'extend-start' : 'shrink-end', isFine: altKey };
    case 'ArrowDown':
      return { move: 'next-word', isFine: shiftKey };
    case 'ArrowUp':
      return { move: 'previous-word', isFine: shiftKey };
    default:
      return null;
  }
}

/** The text of the edited span. */
export function editedText({ text, span }: Editing): string {
  return [...text].slice(span.start_offset, span.end_offset).join('');
}
