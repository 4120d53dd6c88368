import { compileMessageFilter } from '../../conversations/message-filter/message-filter';
import type { QueueSource } from './store/review-queue';

/**
 * The MongoDB query of the replies that a source selects from; replies of experiments only when its filter names them.
 * @throws ValidationError
 */
export function populationQuery(source: QueueSource): Record<string, unknown> {
  if (source.kind === 'disagreement') {
    const isBy = { evaluatorId: { $in: source.evaluatorIds } };
    const clean = { verdicts: { $elemMatch: { ...isBy, issueCount: 0 } } };
    const flagged = { verdicts: { $elemMatch: { ...isBy, issueCount: { $gt: 0 } } } };
    return { $and: [clean, flagged], experimentId: null };
  }
  if ('set' in source) return repliesOfConversations(source.conversationIds);
  const loc = ['body', 'source', ...(source.kind === 'sample' ? ['sample'] : []), 'filter'];
  return compileMessageFilter(source.filter, { bounds: 'optional', loc }).query;
}

/** The MongoDB query of the original replies of conversations. */
export function repliesOfConversations(conversationIds: readonly string[]): Record<string, unknown> {
  return { conversationId: { $in: conversationIds }, experimentId: null };
}
