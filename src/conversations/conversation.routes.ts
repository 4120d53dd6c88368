import { z } from 'zod';
import { listEvaluationsOfConversation } from '../evaluations/evaluation.service';
import type { CursorCodec } from '../http/cursor';
import { toPage } from '../http/page';
import { defineRoute, type Route } from '../http/route';
import { uuidSchema } from '../http/schemas';
import { sendStream } from '../http/send-stream';
import { withinTimeLimit } from '../mongo/time-limit';
import { createExample, detailExample, listExample } from './conversation.examples';
import {
  toConversationDetailWire,
  toConversationFilter,
  toConversationWire,
  toImportResultWire,
  toListedConversationWire,
  toNewConversation,
} from './conversation.mapper';
import {
  conversationDetailSchema,
  conversationListSchema,
  conversationSchema,
  createConversationSchema,
  exportConversationsQuery,
  importResultSchema,
  listConversationsQuery,
} from './conversation.schema';
import type { ConversationService } from './conversation.service';
import { exportLines, type ListNext } from './conversation-export';
import { importConversations } from './conversation-import';
import { NDJSON, requestLines } from './request-lines';

export interface ConversationRoutesDependencies {
  conversations: ConversationService;
  cursors: CursorCodec;
  /** The longest line of a bulk import. */
  maxBodyBytes: number;
  /** How long a query may take. */
  queryTimeoutMs: number;
}

const conversationParams = z.object({ conversation_id: uuidSchema });

export function conversationRoutes(dependencies: ConversationRoutesDependencies): Route[] {
  const { conversations, cursors, maxBodyBytes, queryTimeoutMs } = dependencies;
  const common = { tag: 'Conversations', access: 'workspace' } as const;
  return [
    defineRoute({
      ...common,
      operationId: 'createConversation',
      summary: 'Import one conversation, or many as lines of JSON',
      description:
        'One conversation as application/json answers a Conversation. Many as application/x-ndjson, one a line, ' +
        'answer an ImportResult: lines that are no conversation are reported and the others are stored. ' +
        'Lines are read as they arrive, packed with gzip or not; their number is not limited, each may be as long as ' +
        'a JSON body. ' +
        'Idempotency-Key is for one conversation only.',
      method: 'post',
      path: '/v1/conversations',
      role: 'contributor',
      isIdempotent: true,
      body: createConversationSchema,
      streams: { [NDJSON]: createConversationSchema },
      status: 201,
      response: z.union([conversationSchema, importResultSchema]),
      example: createExample,
      handler: async ({ body, request, workspace: { workspaceId }, resourceId }) => {
        // The core leaves a body that is not JSON unread.
        if (body === undefined) {
          const lines = requestLines(request, maxBodyBytes);
          return toImportResultWire(
            await importConversations(workspaceId, lines, conversations.createConversations),
          );
        }
        const input = { ...toNewConversation(workspaceId, body), conversationId: resourceId };
        return toConversationWire((await conversations.createConversation(input)).conversation);
      },
    }),
    defineRoute({
      ...common,
      operationId: 'listConversations',
      summary: 'List conversations, newest first',
      method: 'get',
      path: '/v1/conversations',
      query: listConversationsQuery,
      status: 200,
      response: conversationListSchema,
      example: listExample,
      errors: ['query_timeout'],
      handler: async ({ query, workspace: { workspaceId }, signal }) => {
        const { limit, cursor, ...filters } = query;
        const scope = ['conversations', workspaceId, filters];
        const after = cursors.decodeTime(scope, cursor);
        const filter = toConversationFilter(filters);
        const found = await withinTimeLimit(queryTimeoutMs, signal, (timeLimit) =>
          conversations.listConversations(workspaceId, filter, { limit: limit + 1, after, timeLimit }),
        );
        const { items, nextCursor } = cursors.cutPage(scope, found, limit);
        return toPage(items.map(toListedConversationWire), nextCursor, query);
      },
    }),
    // Before the one with {conversation_id}, which would take `export` for one.
    defineRoute({
      ...common,
      operationId: 'exportConversations',
      summary: 'Export conversations as lines of JSON',
      description:
        'One conversation a line, newest first, in the form in which they are imported. Evaluations and the replies ' +
        'of experiments are not exported. What is stored while the export runs may be left out. An export that ' +
        'fails cuts the connection: one that ends as HTTP wants it is whole.',
      method: 'get',
      path: '/v1/conversations/export',
      query: exportConversationsQuery,
      status: 200,
      response: null,
      streamedResponse: { [NDJSON]: createConversationSchema },
      errors: ['query_timeout'],
      example: { response: createExample.request },
      handler: async ({ query, workspace: { workspaceId }, response, signal }) => {
        const filter = toConversationFilter(query);
        const listNext: ListNext = (after, limit) =>
          withinTimeLimit(queryTimeoutMs, signal, (timeLimit) =>
            conversations.listTranscripts(workspaceId, filter, { limit, after, timeLimit }),
          );
        await sendStream(response, NDJSON, exportLines(listNext), signal);
      },
    }),
    defineRoute({
      ...common,
      operationId: 'getConversation',
      summary: 'Read a conversation with its messages and evaluations',
      method: 'get',
      path: '/v1/conversations/{conversation_id}',
      params: conversationParams,
      status: 200,
      response: conversationDetailSchema,
      example: detailExample,
      handler: async ({ params, workspace: { workspaceId } }) => {
        const [transcript, evaluations] = await Promise.all([
          conversations.getTranscript(workspaceId, params.conversation_id),
          listEvaluationsOfConversation(workspaceId, params.conversation_id),
        ]);
        return toConversationDetailWire(transcript, evaluations);
      },
    }),
    defineRoute({
      ...common,
      operationId: 'deleteConversation',
      summary: 'Delete a conversation with its messages and evaluations',
      description: 'Replies that experiments wrote to it go too; the numbers of those experiments stay.',
      method: 'delete',
      path: '/v1/conversations/{conversation_id}',
      role: 'contributor',
      params: conversationParams,
      status: 204,
      response: null,
      handler: ({ params, workspace }) =>
        conversations.removeConversation(workspace.workspaceId, params.conversation_id),
    }),
  ];
}
