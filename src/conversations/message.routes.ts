import type { CursorCodec } from '../http/cursor';
import { toPage } from '../http/page';
import { defineRoute, type Route } from '../http/route';
import { compileMessageFilter } from '../message-filter/message-filter';
import { withinTimeLimit } from '../mongo/time-limit';
import { listMessagesExample } from './conversation.examples';
import { toListedMessageWire } from './conversation.mapper';
import type { ConversationService } from './conversation.service';
import { listMessagesQuery, messageListSchema } from './message-list.schema';

export interface MessageRoutesDependencies {
  conversations: Pick<ConversationService, 'listMessages'>;
  cursors: CursorCodec;
  /** How long a query may take. */
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
      description: 'Bounds of `created_at` are not needed here; a filter with them is answered sooner.',
      tag: 'Messages',
      access: 'workspace',
      method: 'get',
      path: '/v1/messages',
      query: listMessagesQuery,
      status: 200,
      response: messageListSchema,
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
        const { items, nextCursor } = cursors.cutPage(scope, found, limit);
        return toPage(items.map(toListedMessageWire), nextCursor, query);
      },
    }),
  ];
}
