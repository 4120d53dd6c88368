const KEY = 'assay-workspace';

/** Remembers the workspace for the next time the bare address is opened. */
export function rememberWorkspace(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Storage may be refused; the first workspace then opens next time.
  }
}

/** The workspace that was open last, else the first; null when there is none. */
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
