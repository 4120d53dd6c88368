/** Maximum number of selected conversations: what a set and an experiment accept. */
export const MAX_SELECTED = 10_000;

/** Parses a stored selection. What is not one is empty. */
export function parseSelection(text: string | null): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(stored)) return new Set();
    return new Set(stored.filter((id) => typeof id === 'string').slice(0, MAX_SELECTED));
  } catch {
    return new Set();
  }
}

/** Adds conversations to a selection, or removes them. What exceeds the maximum is not added. */
export function changeSelection(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> {
  const changed = new Set(selected);
  for (const id of ids) {
    if (!isSelected) changed.delete(id);
    else if (changed.size < MAX_SELECTED) changed.add(id);
  }
  return changed;
}
