import { conversationRoutes } from '../../../../src/conversations/conversation.routes';
import { createConversationService } from '../../../../src/conversations/conversation.service';
import { createTransferLimit } from '../../../../src/conversations/transfer/transfer-limit';
import {
  createConversationSchema,
  listConversationsQuery,
  tagsSchema,
} from '../../../../src/conversations/wire/conversation.schema';
import { Pager } from '../../../../src/platform/http/pager';
import { testKeys } from '../../../support/keys';

describe('tagsSchema', () => {
  const manyTags = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`tag${index}`, 'x']));

  it.each([
    {},
    { team: 'a' },
    { 'user:id': '' },
    { ['k'.repeat(64)]: 'v'.repeat(256) },
    { a$b: 'x' },
    manyTags(32),
  ])('accepts tags %#', (tags) => {
    expect(tagsSchema.safeParse(tags).success).toBe(true);
  });

  it.each([
    { '': 'x' },
    { $where: 'x' },
    { 'a.b': 'x' },
    { a: 1 },
    { ['k'.repeat(65)]: 'x' },
    { a: 'v'.repeat(257) },
    manyTags(33),
  ])('refuses tags %#', (tags) => {
    expect(tagsSchema.safeParse(tags).success).toBe(false);
  });
});

describe('createConversationSchema', () => {
  it.each([
    [5000, true],
    [5001, false],
  ])('with %i messages, as many as a trace keeps or more, is taken: %s', (length, isTaken) => {
    const messages = Array.from({ length }, () => ({ role: 'user', content: 'x' }));

    expect(createConversationSchema.safeParse({ messages }).success).toBe(isTaken);
  });

  it('refuses fields of a conversation that it does not know', () => {
    const body = { messages: [{ role: 'user', content: 'x' }], mesages: [] };

    expect(createConversationSchema.safeParse(body).error?.issues).toMatchObject([
      { code: 'unrecognized_keys' },
    ]);
  });
});

describe('listConversationsQuery', () => {
  it('fills in what was not asked for', () => {
    expect(listConversationsQuery.parse({})).toEqual({
      limit: 50,
      cursor: null,
      type: null,
      external_id: null,
      tag: null,
      model: null,
      created_from: null,
      created_to: null,
      search: null,
      filter: null,
    });
  });

  it.each([
    { tag: 'team' },
    { tag: ':a' },
    { type: 'chat' },
    { created_from: '2026-01-01' },
    { limit: 101 },
    { q: 'x' },
  ])('refuses %j', (query) => {
    expect(listConversationsQuery.safeParse(query).success).toBe(false);
  });
});

describe('conversationRoutes', () => {
  const routes = conversationRoutes({
    conversations: createConversationService({ retentionOf: async () => null }),
    exports: createTransferLimit('exports'),
    pager: new Pager(testKeys()),
    maxBodyBytes: 1,
    queryTimeoutMs: 1000,
  });

  it.each(routes.filter((route) => route.response !== null))(
    'gives a true example of $operationId',
    (route) => {
      const { request, response } = route.example ?? {};

      expect(route.response?.parse(response)).toEqual(response);
      expect(route.body?.safeParse(request).success ?? true).toBe(true);
    },
  );
});
