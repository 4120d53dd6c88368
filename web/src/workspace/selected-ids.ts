import type { ChosenBy } from '../api/types';

/** Maximum number of selected conversations: what a set and an experiment accept. */
export const MAX_SELECTED = 10_000;

export interface Selection {
  ids: ReadonlySet<string>;
  /** Whether some were selected in a list that was filtered by the outcome of replies. */
  isByOutcome: boolean;
}

export const noSelection: Selection = { ids: new Set(), isByOutcome: false };

/** Parses a stored selection. What is not one is empty. */
export function parseSelection(text: string | null): Selection {
  try {
    const stored = JSON.parse(text ?? 'null') as Record<string, unknown> | null;
    if (!Array.isArray(stored?.ids)) return noSelection;
    const ids = stored.ids.filter((id) => typeof id === 'string').slice(0, MAX_SELECTED);
    return { ids: new Set(ids), isByOutcome: stored.isByOutcome === true };
  } catch {
    return noSelection;
  }
}

/** The text that `parseSelection` parses. */
export function writeSelection({ ids, isByOutcome }: Selection): string {
  return JSON.stringify({ ids: [...ids], isByOutcome });
}

/** Adds conversations of a list whose filters choose in this way. What exceeds the maximum is not added. */
export function addToSelection(
  { ids, isByOutcome }: Selection,
  added: readonly string[],
  addedFrom: ChosenBy,
): Selection {
  const all = new Set(ids);
  for (const id of added) if (all.size < MAX_SELECTED) all.add(id);
  return { ids: all, isByOutcome: all.size > 0 && (isByOutcome || addedFrom === 'outcome') };
}

export function removeFromSelection({ ids, isByOutcome }: Selection, removed: readonly string[]): Selection {
  const left = new Set(ids);
  for (const id of removed) left.delete(id);
  return { ids: left, isByOutcome: left.size > 0 && isByOutcome };
}
