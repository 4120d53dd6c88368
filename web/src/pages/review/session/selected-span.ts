import { codePointLength } from '../../../../../packages/text';
import type { Span } from '../../../text/segments';

export interface SelectedSpan extends Span {
  message_part_index: number;
}

/** The text that is selected in one part of the reply, without white space around it; null when there is none. */
export function getSelectedSpan(): SelectedSpan | null {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const part = partOf(range.startContainer);
  if (part === null || part !== partOf(range.endContainer)) return null;
  const more = part.querySelector('[data-more]');
  if (more !== null && range.intersectsNode(more)) range.setEndBefore(more);
  const before = document.createRange();
  before.selectNodeContents(part);
  before.setEnd(range.startContainer, range.startOffset);
  const text = range.toString();
  const lead = text.length - text.trimStart().length;
  const start = codePointLength(before.toString()) + codePointLength(text.slice(0, lead));
  const length = codePointLength(text.trim());
  if (length === 0) return null;
  return { message_part_index: Number(part.dataset.part), start_offset: start, end_offset: start + length };
}

function partOf(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>('[data-part]') ?? null;
}
