import type { ClientSession } from 'mongoose';
import { currentTimeMs } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { countAdministered } from './membership.repository';
import { countCreatedWorkspaces } from './workspace.repository';
import { countDeletionsOf } from './workspace-deletion.repository';

const DAY_MS = 86_400_000;
const RETRY_LATER_MS = 60_000;

/**
 * Refuses a further workspace beyond `max` of a user; 0: no limit. Counted are those that the user administers, or has
 * created, whichever are more: making somebody else admin makes no room. What the user deleted in the last day counts
 * too, or the limits of a workspace could be used up again and again. Exact while the transaction holds the user's lock.
 * @throws AppError limit_reached
 */
export async function admitWorkspace(userId: string, max: number, session: ClientSession): Promise<void> {
  if (max === 0) return;
  const administered = await countAdministered(userId, session);
  const created = await countCreatedWorkspaces(userId, session);
  const deleted = await countDeletionsOf(userId, new Date(currentTimeMs() - DAY_MS), session);
  const used = Math.max(administered, created) + deleted;
  if (used < max) return;
  throw new AppError('limit_reached', `You have reached the limit of ${max} workspaces of a user`, {
    ctx: { limit: 'workspaces_per_user', used, max },
    retryAfterMs: RETRY_LATER_MS,
  });
}
