import { z } from 'zod';
import type { CursorCodec } from '../platform/http/cursor';
import { toPage } from '../platform/http/page';
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
  cursors: CursorCodec;
  /** Time limit of a query. */
  queryTimeoutMs: number;
}

export function messageRoutes({
  conversations,
  cursors,
  queryTimeoutMs,
}: MessageRoutesDependencies): Route[] {
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
        const scope = ['messages', workspaceId, text];
        const after = cursors.decodeTime(scope, cursor);
        const filter = text === null ? null : compileMessageFilter(text, { bounds: 'optional' });
        const found = await withinTimeLimit(queryTimeoutMs, signal, (timeLimit) =>
          conversations.listMessages(workspaceId, filter, { limit: limit + 1, after, timeLimit }),
        );
        const { items, nextCursor } = cursors.cutPage(scope, found.messages, limit, found);
        return toPage(items.map(toListedMessageWire), nextCursor, query);
      },
    }),
    defineRoute({
      operationId: 'getMessage',
      summary: 'Read a message without truncation',
      tag: 'Messages',
      access: 'workspace',
      method: 'get',
      path: '/v1/messages/{message_id}',
      params: z.object({ message_id: uuidSchema }),
      status: 200,
      response: storedMessageSchema,
      hasLongResponse: true,
      example: getMessageExample,
      handler: async ({ params, workspace: { workspaceId } }) =>
        toMessageWire(await conversations.getMessage(workspaceId, params.message_id)),
    }),
  ];
}
