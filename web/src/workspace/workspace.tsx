import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type ApiClient, createApiClient } from '../api/client';
import type { Identity } from '../api/types';

type Membership = Identity['workspaces'][number];

export interface Workspace extends Membership {
  /** The typed API client of this workspace. */
  client: ApiClient;
  /** Returns the URL of a page of this workspace: `href('conversations')`. */
  href: (page: string) => string;
  /** Whether the user may write. */
  canWrite: boolean;
}

const WorkspaceContext = createContext<Workspace | null>(null);

export function WorkspaceProvider({ membership, children }: { membership: Membership; children: ReactNode }) {
  const { id, name, role } = membership;
  const workspace = useMemo<Workspace>(
    () => ({
      id,
      name,
      role,
      client: createApiClient(id),
      href: (page) => `/w/${id}/${page}`,
      canWrite: role !== 'viewer',
    }),
    [id, name, role],
  );
  return <WorkspaceContext value={workspace}>{children}</WorkspaceContext>;
}

/** The current workspace. Query keys start with its id. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error('useWorkspace must be used within WorkspaceProvider');
  return workspace;
}
