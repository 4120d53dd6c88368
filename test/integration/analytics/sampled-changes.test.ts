import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { createChangesService } from '../../../src/analytics/changes/changes.service';
import { createInvalidationService } from '../../../src/conversations/changed-periods/invalidation.service';
import { createConversationService } from '../../../src/conversations/conversation.service';
import { useDatabase } from '../../support/database';
import { dayAt, toNewConversation } from '../../support/designer-week';

useDatabase();

const MAX_TIME_EXPIRED = 50;
const FLAGGED = 5;

const workspaceId = randomUUID();
const conversations = createConversationService({ retentionOf: async () => null });
const changes = createChangesService({ invalidation: createInvalidationService(), queryTimeoutMs: 60_000 });

/** Stores a conversation with flagged replies, and returns its id. */
async function store(): Promise<string> {
  const replies = Array.from({ length: FLAGGED }, (_, index) => ({
    at: dayAt(7) + index * 60_000,
    tool: null,
    label: 'fabrication',
    parameter: null,
  }));
  const conversation = { agent: 'assistant', promptVersion: 'v4', model: 'gpt-4o', replies };
  const [stored] = await conversations.createConversations(workspaceId, [
    toNewConversation(workspaceId, conversation),
  ]);
  return stored?.id ?? '';
}

/** Fails reads of all messages of an agent as if they took too long; a sample has a hint. */
function failFullScans() {
  const { find } = mongoose.mongo.Collection.prototype;
  return jest.spyOn(mongoose.mongo.Collection.prototype, 'find').mockImplementation(function (
    this: mongoose.mongo.Collection,
    ...args: unknown[]
  ) {
    const [filter, options] = args as [{ $and?: { agentName?: unknown }[] }, { hint?: unknown }?];
    const isOfAgent = filter.$and?.some(({ agentName }) => agentName !== undefined) === true;
    if (isOfAgent && options?.hint === undefined) {
      throw new mongoose.mongo.MongoServerError({ code: MAX_TIME_EXPIRED, message: 'Timed out' });
    }
    return Reflect.apply(find, this, args);
  });
}

it('states the share of a sample, in which no conversation is the concentration', async () => {
  // A sample has the conversations whose ids begin with 0.
  while (!(await store()).startsWith('0'));
  const filter = `created_at >= "${new Date(dayAt(7)).toISOString()}" AND created_at < "${new Date(dayAt(14)).toISOString()}" AND agent_name = assistant`;

  const finds = failFullScans();
  const sampled = await changes.explain({
    workspaceId,
    filter,
    signal: new AbortController().signal,
    baseline: 'previous',
  });
  finds.mockRestore();

  expect(sampled).toMatchObject({ sampledShare: 1 / 16, concentration: null });
  expect(sampled.after.flaggedMessageCount).toBe(FLAGGED);
});
