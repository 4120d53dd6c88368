import { randomUUID } from 'node:crypto';
import { createConversationService } from '../../../../src/conversations/conversation.service';
import { getOrGenerateReply } from '../../../../src/experiments/execution/item-reply';
import type { ItemTry } from '../../../../src/experiments/execution/item-try';
import { useDatabase } from '../../../support/database';
import { messageAt, newConversation } from '../../../support/stored-conversations';

useDatabase();

const conversations = createConversationService({ retentionOf: async () => null });

it.each([
  [null, 'v4'],
  ['Answer briefly.', expect.stringMatching(/^system-[0-9a-f]{12}$/)],
])(
  'stores a reply with the agent that it replays and the prompt %j',
  async (systemPromptOverride, version) => {
    const transcript = await conversations.createConversation(
      newConversation([
        messageAt('2026-03-01T09:00:00Z'),
        messageAt('2026-03-01T10:00:00Z', { agentName: 'desk', promptVersion: 'v4' }),
      ]),
    );
    const { workspaceId, id: conversationId } = transcript.conversation;
    const item = { id: randomUUID(), workspaceId, conversationId, experimentId: randomUUID() };
    const plan = { model: null, experiment: { systemPromptOverride, outputSchema: null } };

    const { message } = await getOrGenerateReply(
      { plan, item, transcript, rejudged: null } as unknown as ItemTry,
      conversations,
    );

    expect(message).toMatchObject({ agentName: 'desk', promptVersion: version });
  },
);
