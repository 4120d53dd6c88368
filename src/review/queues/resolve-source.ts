import type { TimeLimit } from '../../platform/mongo/time-limit';
import { parseSetReference } from '../../sets/conversation-set';
import { resolveSet } from '../../sets/resolve-set';
import type { QueueSource } from './store/review-queue';

type Requested<Source> = Source extends unknown ? Omit<Source, 'conversationIds'> : never;

/** A source of which a set has only its reference, `name` or `name@version`. */
export type RequestedSource = Requested<QueueSource>;

/**
 * A source with the conversations that its set has now.
 * @throws AppError value_error for an unknown set, or a live one that selects none or too many; query_timeout
 */
export async function resolveSource(
  workspaceId: string,
  source: RequestedSource,
  limit: TimeLimit,
): Promise<QueueSource> {
  if (!('set' in source)) return source;
  const loc = ['body', 'source', ...(source.kind === 'sample' ? ['sample'] : []), 'set'];
  const resolved = await resolveSet(workspaceId, parseSetReference(source.set), loc, limit);
  const { name, version, conversationIds } = resolved;
  return { ...source, set: `${name}@${version}`, conversationIds };
}
