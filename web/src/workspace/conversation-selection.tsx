import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

export interface ConversationSelection {
  /** Ids in the order of selection. */
  ids: readonly string[];
  isSelected: (id: string) => boolean;
  /** Selects or deselects conversations. */
  set: (ids: readonly string[], isSelected: boolean) => void;
  clear: () => void;
}

const SelectionContext = createContext<ConversationSelection | null>(null);

/** Holds the selection across pages, so that an experiment can use several pages of the list. */
export function ConversationSelectionProvider({ children }: { children: ReactNode }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set());
  const set = useCallback((ids: readonly string[], isSelected: boolean) => {
    setSelected((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (isSelected) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  }, []);
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
