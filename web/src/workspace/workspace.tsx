import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type ApiClient, createApiClient } from '../api/client';
import type { Identity } from '../api/types';

type Membership = Identity['workspaces'][number];

export interface Workspace extends Membership {
  /** The typed API, working in this workspace. */
  client: ApiClient;
  /** The address of a page of this workspace: `href('conversations')`. */
  href: (page: string) => string;
  /** Whether the signed-in person may write here. */
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

/** The workspace whose page this is. Query keys begin with its id. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error('useWorkspace is for pages of a workspace');
  return workspace;
}
