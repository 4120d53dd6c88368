import { diffArrays } from 'diff';

/** A sequence of words that both texts or only one of them contains. */
export interface DiffPart {
  kind: 'unchanged' | 'removed' | 'added';
  text: string;
}

/** Beyond this number of edits, the text between the common ends counts as one change. */
const MAX_EDITS = 800;

/**
 * Compares two texts word by word. Spaces and punctuation are words too, so unchanged and added parts
 * concatenate to the second text. Removed text comes before added text.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const first = splitWords(before);
  const second = splitWords(after);
  const shorter = Math.min(first.length, second.length);
  let head = 0;
  while (head < shorter && first[head] === second[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && first.at(-1 - tail) === second.at(-1 - tail)) tail += 1;
  return join([
    ...toParts('unchanged', first.slice(0, head)),
    ...computeEdits(first.slice(head, first.length - tail), second.slice(head, second.length - tail)),
    ...toParts('unchanged', first.slice(first.length - tail)),
  ]);
}

function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
}

function toParts(kind: DiffPart['kind'], words: readonly string[]): DiffPart[] {
  return words.map((text) => ({ kind, text }));
}

function computeEdits(first: string[], second: string[]): DiffPart[] {
  const changes = diffArrays(first, second, { maxEditLength: MAX_EDITS });
  if (changes === undefined) return [...toParts('removed', first), ...toParts('added', second)];
  return changes.flatMap(({ removed, added, value }) =>
    toParts(removed ? 'removed' : added ? 'added' : 'unchanged', value),
  );
}

const isChange = (part: DiffPart | undefined) => part !== undefined && part.kind !== 'unchanged';

/** Joins adjacent parts of one kind; within a change, removed text comes before added text. */
function join(parts: readonly DiffPart[]): DiffPart[] {
  const joined: DiffPart[] = [];
  let removed = '';
  let added = '';
  const close = () => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed });
    if (added !== '') joined.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const isReplacing = removed !== '' && added !== '';
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (isReplacing && text.trim() === '' && isChange(parts[index + 1])) {
      // A space between two replaced words reads better as part of the change.
      removed += text;
      added += text;
    } else {
      close();
      const last = joined.at(-1);
      if (last?.kind === 'unchanged') last.text += text;
      else joined.push({ kind, text });
    }
  }
  close();
  return joined;
}
