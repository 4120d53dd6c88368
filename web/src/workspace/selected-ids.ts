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

/** Adds conversations of a list, or removes them. What exceeds the maximum is not added. */
export function changeSelection(
  selection: Selection,
  ids: readonly string[],
  change: 'remove' | { addedFrom: ChosenBy },
): Selection {
  const changed = new Set(selection.ids);
  for (const id of ids) {
    if (change === 'remove') changed.delete(id);
    else if (changed.size < MAX_SELECTED) changed.add(id);
  }
  const isAddedByOutcome = change !== 'remove' && change.addedFrom === 'outcome';
  return { ids: changed, isByOutcome: changed.size > 0 && (selection.isByOutcome || isAddedByOutcome) };
}
