/** A sequence of words that both texts or only one of them contains. */
export interface DiffPart {
  kind: 'unchanged' | 'removed' | 'added';
  text: string;
}

/** Beyond this number of edits, the text between the common ends counts as one change. */
const MAX_EDITS = 800;

/**
 * Compares two texts word by word. Spaces and punctuation are words too, so unchanged and added parts
 * concatenate to the second text. Finds the shortest edit script by Myers' greedy algorithm ("An O(ND)
 * Difference Algorithm and Its Variations", 1986). Removed text comes before added text.
 */
export function diffWords(before: string, after: string): DiffPart[] {
  const first = splitWords(before);
  const second = splitWords(after);
  const shorter = Math.min(first.length, second.length);
  let head = 0;
  while (head < shorter && first[head] === second[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && first[first.length - 1 - tail] === second[second.length - 1 - tail])
    tail += 1;
  const middle = computeEdits(
    first.slice(head, first.length - tail),
    second.slice(head, second.length - tail),
  );
  return join([
    ...first.slice(0, head).map((text) => ({ kind: 'unchanged' as const, text })),
    ...middle,
    ...first.slice(first.length - tail).map((text) => ({ kind: 'unchanged' as const, text })),
  ]);
}

function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu) ?? [];
}

function computeEdits(first: readonly string[], second: readonly string[]): DiffPart[] {
  const removed = first.map((text) => ({ kind: 'removed' as const, text }));
  const added = second.map((text) => ({ kind: 'added' as const, text }));
  if (first.length === 0 || second.length === 0) return [...removed, ...added];
  return traceBack(first, second, computeReaches(first, second)) ?? [...removed, ...added];
}

/**
 * For each number of edits, returns how far into the first text each diagonal reaches; null beyond MAX_EDITS.
 */
function computeReaches(first: readonly string[], second: readonly string[]): Map<number, number>[] | null {
  const reaches: Map<number, number>[] = [];
  let before = new Map([[1, 0]]);
  for (let edits = 0; edits <= Math.min(MAX_EDITS, first.length + second.length); edits += 1) {
    const reach = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = getDiagonalStart(before, diagonal, edits);
      while (x < first.length && x - diagonal < second.length && first[x] === second[x - diagonal]) x += 1;
      reach.set(diagonal, x);
      if (x >= first.length && x - diagonal >= second.length) return [...reaches, reach];
    }
    reaches.push(reach);
    before = reach;
  }
  return null;
}

/** Returns the start of a diagonal after one more edit: below an addition, or right of a removal. */
function getDiagonalStart(before: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  return isAddition(before, diagonal, edits)
    ? (before.get(diagonal + 1) ?? 0)
    : (before.get(diagonal - 1) ?? 0) + 1;
}

function isAddition(before: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (before.get(diagonal - 1) ?? 0) < (before.get(diagonal + 1) ?? 0);
}

function traceBack(
  first: readonly string[],
  second: readonly string[],
  reaches: readonly Map<number, number>[] | null,
): DiffPart[] | null {
  if (reaches === null) return null;
  const parts: DiffPart[] = [];
  let x = first.length;
  let y = second.length;
  for (let edits = reaches.length - 1; edits >= 0; edits -= 1) {
    const before = reaches[edits - 1] ?? new Map([[1, 0]]);
    const diagonal = x - y;
    const start = getDiagonalStart(before, diagonal, edits);
    for (; x > start; x -= 1) parts.push({ kind: 'unchanged', text: first[x - 1] ?? '' });
    y = x - diagonal;
    if (edits === 0) break;
    if (isAddition(before, diagonal, edits)) {
      y -= 1;
      parts.push({ kind: 'added', text: second[y] ?? '' });
    } else {
      x -= 1;
      parts.push({ kind: 'removed', text: first[x] ?? '' });
    }
  }
  return parts.reverse();
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
