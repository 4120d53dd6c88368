import { parseSelection } from './selected-ids';

const keyOf = (workspaceId: string) => `assay-selection ${workspaceId}`;

/** Returns the selection that this tab stored for a workspace; empty without one. */
export function loadSelection(workspaceId: string): ReadonlySet<string> {
  try {
    return parseSelection(sessionStorage.getItem(keyOf(workspaceId)));
  } catch {
    return new Set(); // Storage may be disabled.
  }
}

/** Stores a selection until the tab is closed. */
export function saveSelection(workspaceId: string, selected: ReadonlySet<string>): void {
  try {
    if (selected.size === 0) sessionStorage.removeItem(keyOf(workspaceId));
    else sessionStorage.setItem(keyOf(workspaceId), JSON.stringify([...selected]));
  } catch {
    // Storage may be disabled or full; the selection then ends with the document.
  }
}
