const KEY = 'assay-workspace';

/** Stores the workspace that `/` opens next time. */
export function rememberWorkspace(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Storage may be disabled; `/` then opens the first workspace.
  }
}

/** Returns the last used workspace, else the first; null without workspaces. */
export function chooseWorkspace<Workspace extends { id: string }>(
  workspaces: readonly Workspace[],
): Workspace | null {
  let last: string | null = null;
  try {
    last = localStorage.getItem(KEY);
  } catch {
    last = null;
  }
  return workspaces.find(({ id }) => id === last) ?? workspaces[0] ?? null;
}
