import type { ClientSession } from 'mongoose';
import { currentTimeMs } from '../../platform/clock';
import { limitReached } from '../../platform/errors/error-templates';
import { countAdministered } from './membership.repository';
import { countCreatedWorkspaces } from './workspace.repository';
import { countDeletionsOf } from './workspace-deletion.repository';

const DAY_MS = 86_400_000;
const RETRY_LATER_MS = 60_000;

/**
 * Rejects a workspace beyond a user's limit of `max`; 0: no limit. Counts the workspaces that the user
 * administers or those they have created, whichever are more: making another user the admin frees nothing.
 * Workspaces deleted in the last day count too; otherwise the limits of a workspace could be used up
 * repeatedly. Exact while the transaction holds the user's lock.
 * @throws AppError limit_reached
 */
export async function admitWorkspace(userId: string, max: number, session: ClientSession): Promise<void> {
  if (max === 0) return;
  const administered = await countAdministered(userId, session);
  const created = await countCreatedWorkspaces(userId, session);
  const deleted = await countDeletionsOf(userId, new Date(currentTimeMs() - DAY_MS), session);
  const used = Math.max(administered, created) + deleted;
  if (used < max) return;
  throw limitReached('account', { limit: 'workspaces_per_user', used, max }, RETRY_LATER_MS);
}
