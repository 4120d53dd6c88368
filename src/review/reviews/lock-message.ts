import type { ClientSession } from 'mongoose';
import {
  findAndMarkReviewedMessage,
  type ReviewedMessage,
} from '../../conversations/storage/reviewed-message.repository';
import { conflict } from '../../platform/errors/error-templates';

/**
 * Reads a message again in the transaction that writes its reviews, and writes to it. A concurrent deletion, replacement
 * or change of its expiry therefore conflicts with the transaction. Null when it was deleted since it was read.
 * @throws AppError conflict if it was stored again since it was read: the checked review may be of another text
 */
export async function lockMessage(
  workspaceId: string,
  { id, storedAt }: ReviewedMessage,
  session: ClientSession,
): Promise<ReviewedMessage | null> {
  const current = await findAndMarkReviewedMessage(workspaceId, id, session);
  if (current !== null && current.storedAt.getTime() !== storedAt.getTime())
    throw conflict('The reply was stored again at the same time; retry');
  return current;
}
