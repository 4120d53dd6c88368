import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { ChosenBy } from '../api/types';
import type { StatedChoice } from './conversation-source';
import {
  addToSelection,
  noSelection,
  parseSelection,
  removeFromSelection,
  type Selection,
  writeSelection,
} from './selected-ids';
import { useWorkspace } from './workspace';

export interface ConversationSelection {
  /** Ids in the order of selection; at most 10,000. */
  ids: readonly string[];
  /** How they were chosen, if that is known. */
  chosenBy: StatedChoice;
  isSelected: (id: string) => boolean;
  /** Selects conversations of a list whose filters choose in this way. What exceeds the maximum is not selected. */
  add: (ids: readonly string[], addedFrom: ChosenBy) => void;
  remove: (ids: readonly string[]) => void;
  clear: () => void;
}

const SelectionContext = createContext<ConversationSelection | null>(null);

/** Holds the selection of the workspace across pages of the list and reloads of the document. */
export function ConversationSelectionProvider({ children }: { children: ReactNode }) {
  const { id: workspaceId } = useWorkspace();
  const [selected, setSelected] = useState(() => loadSelection(workspaceId));
  useEffect(() => saveSelection(workspaceId, selected), [workspaceId, selected]);
  const add = useCallback(
    (ids: readonly string[], addedFrom: ChosenBy) =>
      setSelected((before) => addToSelection(before, ids, addedFrom)),
    [],
  );
  const remove = useCallback(
    (ids: readonly string[]) => setSelected((before) => removeFromSelection(before, ids)),
    [],
  );
  const selection = useMemo<ConversationSelection>(
    () => ({
      ids: [...selected.ids],
      chosenBy: selected.isByOutcome ? 'outcome' : null,
      isSelected: (id) => selected.ids.has(id),
      add,
      remove,
      clear: () => setSelected(noSelection),
    }),
    [selected, add, remove],
  );
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

/** The selected conversations of this workspace. */
export function useConversationSelection(): ConversationSelection {
  const selection = useContext(SelectionContext);
  if (selection === null)
    throw new Error('useConversationSelection must be used within ConversationSelectionProvider');
  return selection;
}

const keyOf = (workspaceId: string) => `assay-selection ${workspaceId}`;

/** Returns the selection that this tab stored for a workspace; empty without one. */
function loadSelection(workspaceId: string): Selection {
  try {
    return parseSelection(sessionStorage.getItem(keyOf(workspaceId)));
  } catch {
    return noSelection; // Storage may be disabled.
  }
}

/** Stores a selection until the tab is closed. */
function saveSelection(workspaceId: string, selected: Selection): void {
  try {
    if (selected.ids.size === 0) sessionStorage.removeItem(keyOf(workspaceId));
    else sessionStorage.setItem(keyOf(workspaceId), writeSelection(selected));
  } catch {
    // Storage may be disabled or full; the selection then ends with the document.
  }
}
