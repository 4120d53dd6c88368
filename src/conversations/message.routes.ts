import { z } from 'zod';
import { toPage } from '../platform/http/page';
import { byTime, type Pager } from '../platform/http/pager';
import { defineRoute, type Route } from '../platform/http/route';
import { uuidSchema } from '../platform/http/schemas';
import { withinTimeLimit } from '../platform/mongo/time-limit';
import { getMessageExample, listMessagesExample } from './conversation.examples';
import type { ConversationService } from './conversation.service';
import { compileMessageFilter } from './message-filter/message-filter';
import { toListedMessageWire, toMessageWire } from './wire/conversation.mapper';
import { storedMessageSchema } from './wire/conversation.schema';
import { listMessagesQuery, messageListSchema } from './wire/message-list.schema';

export interface MessageRoutesDependencies {
  conversations: Pick<ConversationService, 'getMessage' | 'listMessages'>;
  pager: Pager;
  /** Time limit of a query. */
  queryTimeoutMs: number;
}

export function messageRoutes({ conversations, pager, queryTimeoutMs }: MessageRoutesDependencies): Route[] {
  return [
    defineRoute({
      operationId: 'listMessages',
      summary: 'List messages of all conversations, newest first',
      description:
        'Bounds of `created_at` are optional, but make the query faster. Messages of more than 64 KiB ' +
        'are truncated. A page has at most 8 MiB, so it may have fewer messages than `limit`.',
      tag: 'Messages',
      access: 'workspace',
      method: 'get',
      path: '/v1/messages',
      query: listMessagesQuery,
      status: 200,
      response: messageListSchema,
      hasLongResponse: true,
      errors: ['query_timeout'],
      example: listMessagesExample,
      handler: async ({ query, workspace: { workspaceId }, signal }) => {
        const { limit, cursor, filter: text } = query;
        const filter = text === null ? null : compileMessageFilter(text, { bounds: 'optional' });
        const page = await pager.read({
          order: byTime,
          scope: ['messages', workspaceId, text],
          cursor,
          find: (after) =>
            withinTimeLimit(queryTimeoutMs, signal, (timeLimit) =>
              conversations.listMessages(workspaceId, filter, { limit, after, timeLimit }),
            ),
        });
        return toPage(page, toListedMessageWire, query);
      },
    }),
    defineRoute({
      operationId: 'getMessage',
      summary: 'Get a message without truncation',
      description: 'Other operations truncate messages that are very long.',
      tag: 'Messages',
      access: 'workspace',
      method: 'get',
      path: '/v1/messages/{message_id}',
      params: z.object({ message_id: uuidSchema.describe('The id of the message') }),
      status: 200,
      response: storedMessageSchema,
      hasLongResponse: true,
      example: getMessageExample,
      handler: async ({ params, workspace: { workspaceId } }) =>
        toMessageWire(await conversations.getMessage(workspaceId, params.message_id)),
    }),
  ];
}
