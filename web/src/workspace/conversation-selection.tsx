import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

export interface ConversationSelection {
  /** Ids, in the order in which they were selected. */
  ids: readonly string[];
  isSelected: (id: string) => boolean;
  /** Selects or unselects these. */
  set: (ids: readonly string[], isSelected: boolean) => void;
  clear: () => void;
}

const SelectionContext = createContext<ConversationSelection | null>(null);

/** Keeps what is selected while pages change, so that an experiment can be made of several pages of the list. */
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

/** The conversations selected in this workspace. */
export function useConversationSelection(): ConversationSelection {
  const selection = useContext(SelectionContext);
  if (selection === null) throw new Error('useConversationSelection is for pages of a workspace');
  return selection;
}
