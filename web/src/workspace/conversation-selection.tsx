import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { changeSelection, parseSelection } from './selected-ids';
import { useWorkspace } from './workspace';

export interface ConversationSelection {
  /** Ids in the order of selection; at most 10,000. */
  ids: readonly string[];
  isSelected: (id: string) => boolean;
  /** Selects or deselects conversations. What exceeds the maximum is not selected. */
  set: (ids: readonly string[], isSelected: boolean) => void;
  clear: () => void;
}

const SelectionContext = createContext<ConversationSelection | null>(null);

/** Holds the selection of the workspace across pages of the list and reloads of the document. */
export function ConversationSelectionProvider({ children }: { children: ReactNode }) {
  const { id: workspaceId } = useWorkspace();
  const [selected, setSelected] = useState(() => loadSelection(workspaceId));
  useEffect(() => saveSelection(workspaceId, selected), [workspaceId, selected]);
  const set = useCallback(
    (ids: readonly string[], isSelected: boolean) =>
      setSelected((before) => changeSelection(before, ids, isSelected)),
    [],
  );
  const selection = useMemo<ConversationSelection>(
    () => ({
      ids: [...selected],
      isSelected: (id) => selected.has(id),
      set,
      clear: () => setSelected(new Set()),
    }),
    [selected, set],
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
function loadSelection(workspaceId: string): ReadonlySet<string> {
  try {
    return parseSelection(sessionStorage.getItem(keyOf(workspaceId)));
  } catch {
    return new Set(); // Storage may be disabled.
  }
}

/** Stores a selection until the tab is closed. */
function saveSelection(workspaceId: string, selected: ReadonlySet<string>): void {
  try {
    if (selected.size === 0) sessionStorage.removeItem(keyOf(workspaceId));
    else sessionStorage.setItem(keyOf(workspaceId), JSON.stringify([...selected]));
  } catch {
    // Storage may be disabled or full; the selection then ends with the document.
  }
}
