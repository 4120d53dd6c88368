import { humanize, pluralize } from '../../../text/wording';
import type { Entry } from './review-draft';

/** What a screen reader says of a finding: `Finding 1 of 2, fabrication: 07:40`. */
export function describeEntry(entry: Entry, entries: readonly Entry[]): string {
  const text = entry.kind === 'finding' ? entry.finding.text : entry.missed.text;
  const kind = entry.kind === 'finding' ? 'Finding' : 'Missed span';
  return `${kind} ${entries.indexOf(entry) + 1} of ${entries.length}, ${humanize(entry.span.label)}: ${text}`;
}

/** What a screen reader says when a reply is shown; in blind mode nothing of its findings. */
export function describeReply(
  number: number,
  entries: readonly Entry[],
  selected: Entry | null,
  isBlind: boolean,
): string {
  if (isBlind) return `Reply ${number}.`;
  const count = entries.length === 0 ? 'no findings' : pluralize(entries.length, 'finding');
  return `Reply ${number}, ${count}. ${selected === null ? '' : describeEntry(selected, entries)}`;
}
