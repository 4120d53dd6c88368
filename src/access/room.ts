import type { Pager } from '../platform/http/pager';
import type { Route } from '../platform/http/route';
import { accountRoutes } from './accounts/account.routes';
import { createAccountService } from './accounts/account.service';
import { deleteWorkspaceKeys } from './api-keys/api-key.repository';
import { apiKeyRoutes } from './api-keys/api-key.routes';
import { createApiKeyService } from './api-keys/api-key.service';
import { invitationRoutes } from './invitations/invitation.routes';
import { createInvitationService } from './invitations/invitation.service';
import { createInvitationAcceptance } from './invitations/invitation-acceptance';
import { usageRoutes } from './limits/usage.routes';
import type { WorkspaceLimits } from './limits/workspace-limits';
import type { DeviceCookies } from './sessions/device-cookie';
import { createLoginThrottle } from './sessions/login-throttle';
import { sessionRoutes } from './sessions/session.routes';
import { createSessionService } from './sessions/session.service';
import type { WorkspaceHooks } from './workspaces/add-workspace';
import { memberRoutes } from './workspaces/members/member.routes';
import { createMemberService } from './workspaces/members/member.service';
import { workspaceRoutes } from './workspaces/workspace.routes';
import { createWorkspaceService } from './workspaces/workspace.service';
import { workspaceDeletionRoutes } from './workspaces/workspace-deletion.routes';
import { createWorkspaceDeletionService } from './workspaces/workspace-deletion.service';

export interface AccessDependencies {
  devices: DeviceCookies;
  limits: WorkspaceLimits;
  workspacesPerUser: number;
  hooks: WorkspaceHooks;
  startDeletion(workspaceId: string): void;
  pager: Pager;
}

/** Accounts, sessions, keys, workspaces and their members. */
export function createAccess(dependencies: AccessDependencies): { routes: Route[] } {
  const { devices, limits, workspacesPerUser: maxPerUser, hooks, startDeletion, pager } = dependencies;
  return {
    routes: [
      ...sessionRoutes({ sessions: createSessionService({ throttle: createLoginThrottle() }), devices }),
      ...accountRoutes({ accounts: createAccountService({ pager }) }),
      ...apiKeyRoutes({ apiKeys: createApiKeyService({ pager }) }),
      ...workspaceRoutes({ workspaces: createWorkspaceService({ pager, hooks, maxPerUser }) }),
      ...usageRoutes({ limits }),
      ...workspaceDeletionRoutes({
        deletions: createWorkspaceDeletionService({ deleteKeys: deleteWorkspaceKeys, startDeletion }),
      }),
      ...memberRoutes({ members: createMemberService({ pager }) }),
      ...invitationRoutes({
        invitations: createInvitationService({ pager }),
        acceptance: createInvitationAcceptance(),
      }),
    ],
  };
}
