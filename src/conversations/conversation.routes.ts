import { z } from 'zod';
import { sumNotices } from '../../packages/formats';
import { valueError } from '../platform/errors/error-templates';
import { toPage } from '../platform/http/page';
import { byNumber, byTime, type Pager } from '../platform/http/pager';
import { defineRoute, type Route } from '../platform/http/route';
import { uuidSchema } from '../platform/http/schemas';
import { sendStream } from '../platform/http/send-stream';
import { type TimeLimit, withinTimeLimit } from '../platform/mongo/time-limit';
import { createExample, detailExample, idsExample, listExample } from './conversation.examples';
import type { ConversationService } from './conversation.service';
import type { SizedMessage } from './transcript/conversation';
import { exportLines } from './transfer/conversation-export';
import { BATCH_BYTES, importConversations } from './transfer/conversation-import';
import { ImportActivity } from './transfer/import-activity';
import { openLineReader } from './transfer/open-line-reader';
import { NDJSON, requestLines } from './transfer/request-lines';
import {
  createTransferLimit,
  MIN_EXPORT_BYTES_PER_SECOND,
  type TransferLimit,
} from './transfer/transfer-limit';
import {
  chosenByQuery,
  toConversationDetailWire,
  toConversationFilter,
  toConversationWire,
  toImportResultWire,
  toListedConversationWire,
  toNewConversation,
} from './wire/conversation.mapper';
import {
  conversationDetailSchema,
  conversationFiltersQuery,
  conversationIdsSchema,
  conversationListSchema,
  conversationOrImportSchema,
  createConversationSchema,
  exportedConversationSchema,
  getConversationQuery,
  importQuery,
  listConversationsQuery,
} from './wire/conversation.schema';

export interface ConversationRoutesDependencies {
  conversations: ConversationService;
  /** Shared by all exports of the process. */
  exports: TransferLimit;
  pager: Pager;
  /** Maximum bytes of a line in a bulk import. */
  maxBodyBytes: number;
  /** Time limit of a query. */
  queryTimeoutMs: number;
}

const conversationParams = z.object({ conversation_id: uuidSchema.describe('The id of the conversation') });

const common = { tag: 'Conversations', access: 'workspace' } as const;
const read = { ...common, method: 'get', status: 200 } as const;
const bySequenceNumber = byNumber(({ sequenceNumber }: SizedMessage) => sequenceNumber);

export function conversationRoutes(dependencies: ConversationRoutesDependencies): Route[] {
  return [
    importRoute(dependencies),
    ...listRoutes(dependencies),
    exportRoute(dependencies),
    // Last, because {conversation_id} would match `ids` and `export` too.
    ...singleRoutes(dependencies),
  ];
}

function importRoute({ conversations, maxBodyBytes }: ConversationRoutesDependencies): Route {
  const imports = createTransferLimit('imports');
  return defineRoute({
    ...common,
    operationId: 'createConversation',
    summary: 'Import one conversation, or many as NDJSON',
    description:
      'For one conversation as application/json, the response is a Conversation. For application/x-ndjson, one per line, ' +
      'it is an ImportResult: invalid lines are reported and the others are stored. ' +
      'With `format`, the lines are those of another tool. ' +
      'Lines are streamed, optionally compressed with gzip. Their number is not limited; each may be as long as ' +
      'a JSON body. Two imports may run concurrently per workspace and per user. ' +
      'Idempotency-Key is supported for one conversation only.',
    method: 'post',
    path: '/v1/conversations',
    role: 'contributor',
    isIdempotent: true,
    isIngestion: true,
    query: importQuery,
    body: createConversationSchema,
    streams: { [NDJSON]: createConversationSchema },
    status: 201,
    response: conversationOrImportSchema,
    errors: ['conflict', 'import_too_large', 'import_rejected'],
    example: createExample,
    handler: async (context) => {
      const { body, query, request, response, caller, workspace, resourceId, signal, replacedCharacters } =
        context;
      const { workspaceId } = workspace;
      // The route handler does not read a body that is not JSON.
      if (body === undefined) {
        const activity = new ImportActivity();
        const lines = requestLines(request, maxBodyBytes, activity);
        // An error may be sent before the whole body has arrived; the rest is not read.
        response.set('Connection', 'close');
        const createAll = conversations.createConversations;
        return imports.run({ caller, workspace }, async () => {
          const reader = openLineReader(query.format, workspaceId);
          await context.reserveImport(maxBodyBytes + BATCH_BYTES + reader.maxOpenBytes);
          return toImportResultWire(
            await importConversations(workspaceId, lines, { reader, createAll, activity, signal }),
          );
        });
      }
      if (query.format !== 'assay') {
        throw valueError(`a format is accepted with ${NDJSON} only`, { loc: ['query', 'format'] });
      }
      const notices = sumNotices([{ replaced_characters: replacedCharacters }]);
      const input = { ...toNewConversation(workspaceId, body), conversationId: resourceId, notices };
      return toConversationWire((await conversations.createConversation(input)).conversation);
    },
  });
}

function listRoutes({ conversations, pager, queryTimeoutMs }: ConversationRoutesDependencies): Route[] {
  return [
    defineRoute({
      ...read,
      operationId: 'listConversations',
      summary: 'List conversations, newest first',
      description:
        'Each with the number and the labels of its issues. Filters are combined: a conversation has to match all of them.',
      path: '/v1/conversations',
      query: listConversationsQuery,
      response: conversationListSchema,
      example: listExample,
      errors: ['query_timeout'],
      handler: async ({ query, workspace: { workspaceId }, signal }) => {
        const { limit: _limit, cursor: _cursor, ...filters } = query;
        const filter = toConversationFilter(filters);
        const page = await pager.list({
          order: byTime,
          scope: ['conversations', workspaceId, filters],
          query,
          find: (after, limit) =>
            withinTimeLimit(queryTimeoutMs, signal, (timeLimit) =>
              conversations.listConversations(workspaceId, filter, { limit, after, timeLimit }),
            ),
        });
        return { ...toPage(page, toListedConversationWire, query), chosen_by: chosenByQuery(query) };
      },
    }),
    defineRoute({
      ...read,
      operationId: 'listConversationIds',
      summary: 'List the ids of conversations, newest first',
      description:
        'Selects what the list of conversations has, at most 10,000: as many as a set or an experiment accepts.',
      path: '/v1/conversations/ids',
      query: conversationFiltersQuery,
      response: conversationIdsSchema,
      errors: ['query_timeout'],
      example: idsExample,
      handler: async ({ query, workspace: { workspaceId }, signal }) => {
        const filter = toConversationFilter(query);
        const { ids, hasMore } = await withinTimeLimit(queryTimeoutMs, signal, (timeLimit) =>
          conversations.listConversationIds(workspaceId, filter, timeLimit),
        );
        return { conversation_ids: ids, has_more: hasMore, chosen_by: chosenByQuery(query) };
      },
    }),
  ];
}

function exportRoute({ conversations, exports, queryTimeoutMs }: ConversationRoutesDependencies): Route {
  return defineRoute({
    ...read,
    operationId: 'exportConversations',
    summary: 'Export conversations as NDJSON',
    description:
      'One conversation per line, newest first, in the form that imports accept. Evaluations and the replies ' +
      'of experiments are not exported. Conversations stored during the export may be missing. If an export ' +
      'fails, the connection is closed early; a complete HTTP response is a complete export. Two may run concurrently per workspace and per user.',
    path: '/v1/conversations/export',
    query: conversationFiltersQuery,
    response: null,
    streamedResponse: { [NDJSON]: exportedConversationSchema },
    errors: ['query_timeout', 'rate_limited'],
    example: { response: createExample.request },
    handler: async ({ query, caller, workspace, response, signal }) => {
      const { workspaceId } = workspace;
      const filter = toConversationFilter(query);
      const limitNext = <Result>(readNext: (timeLimit: TimeLimit) => Promise<Result>) =>
        withinTimeLimit(queryTimeoutMs, signal, readNext);
      const lines = exportLines({
        listNext: (after, limit) =>
          limitNext((timeLimit) => conversations.listNext(workspaceId, filter, { limit, after, timeLimit })),
        readMessages: (ids) => conversations.readTranscripts(workspaceId, ids, limitNext),
      });
      await exports.run({ caller, workspace }, () =>
        sendStream(response, NDJSON, lines, { signal, minBytesPerSecond: MIN_EXPORT_BYTES_PER_SECOND }),
      );
    },
  });
}

function singleRoutes({ conversations, pager, queryTimeoutMs }: ConversationRoutesDependencies): Route[] {
  return [
    defineRoute({
      ...read,
      operationId: 'getConversation',
      summary: 'Get a conversation with its messages and evaluations',
      description:
        'A page has at most 8 MiB; for a longer conversation, `cursor` returns the next messages. Messages of more ' +
        'than 512 KiB are truncated.',
      path: '/v1/conversations/{conversation_id}',
      params: conversationParams,
      query: getConversationQuery,
      response: conversationDetailSchema,
      hasLongResponse: true,
      errors: ['query_timeout'],
      example: detailExample,
      handler: async ({ params: { conversation_id: id }, query, workspace: { workspaceId }, signal }) => {
        const withEvaluations = query.omit !== 'evaluations';
        const page = await pager.read({
          order: bySequenceNumber,
          scope: ['conversation', workspaceId, id],
          cursor: query.cursor,
          find: (after) =>
            withinTimeLimit(queryTimeoutMs, signal, (timeLimit) =>
              conversations.getConversationPage(workspaceId, id, { after, withEvaluations, timeLimit }),
            ),
        });
        return toConversationDetailWire(page);
      },
    }),
    defineRoute({
      ...common,
      operationId: 'deleteConversation',
      summary: 'Delete a conversation with its messages and evaluations',
      description:
        'Also deletes replies that experiments wrote to it; the metrics of those experiments remain.',
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
