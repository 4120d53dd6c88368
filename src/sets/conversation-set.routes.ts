import { pageExample, toPage } from '../platform/http/page';
import { defineRoute, type Route } from '../platform/http/route';
import {
  addSetVersionSchema,
  createSetSchema,
  listSetsQuery,
  setConversationsSchema,
  setListSchema,
  setParams,
  setSchema,
  setVersionParams,
  toNewVersion,
  toSetWire,
} from './conversation-set.schema';
import type { ConversationSetService } from './conversation-set.service';

const path = '/v1/sets';
const onePath = '/v1/sets/{set_id}';
const versionsPath = `${onePath}/versions`;
const versionPath = `${versionsPath}/{version}`;

const recipe = {
  filter: 'label:* AND tags.topic = refunds',
  finding_filter: null,
  unique_openings: true,
  split: { holdout_share: 0.3, part: 'search' as const },
  sample: { size: 200, seed: 'audit', stratify_by: 'model' },
};
const example = {
  id: '7b2f4f0e-6a1d-4c83-9d0e-4f3a2b1c5d67',
  name: 'refunds',
  version: 1,
  is_live: false,
  chosen_by: 'outcome' as const,
  ...recipe,
  conversation_count: 200,
  created_at: '2026-01-15T09:30:00.000Z',
  version_created_at: '2026-01-15T09:30:00.000Z',
};

const common = { tag: 'Sets', access: 'workspace' } as const;
const read = { ...common, method: 'get', status: 200 } as const;

export function conversationSetRoutes({ sets }: { sets: ConversationSetService }): Route[] {
  return [...setRoutes(sets), ...versionRoutes(sets)];
}

function setRoutes(sets: ConversationSetService): Route[] {
  return [
    defineRoute({
      ...read,
      operationId: 'listSets',
      summary: 'List the sets of conversations, newest first, in their latest version',
      description: 'Each set once; `listSetVersions` lists the versions before.',
      path,
      query: listSetsQuery,
      response: setListSchema,
      example: { response: pageExample(example) },
      handler: async ({ query, workspace }) =>
        toPage(await sets.list(workspace.workspaceId, query), toSetWire, query),
    }),
    defineRoute({
      ...common,
      operationId: 'createSet',
      summary: 'Create a set of conversations',
      description:
        'Selects conversations by id, by a message filter or by a filter of findings. `split`, `unique_openings` and `sample` are applied in ' +
        'this order. A frozen set keeps the selected ids; a live one selects again at each use. At most 10,000 ' +
        'conversations can be selected.',
      method: 'post',
      path,
      role: 'contributor',
      body: createSetSchema,
      status: 201,
      response: setSchema,
      errors: ['conflict', 'query_timeout'],
      isIdempotent: true,
      example: { request: { name: 'refunds', ...recipe }, response: example },
      handler: async ({ body: { name, ...version }, workspace, resourceId, signal }) =>
        toSetWire(await sets.create(workspace.workspaceId, resourceId, name, toNewVersion(version), signal)),
    }),
    defineRoute({
      ...read,
      operationId: 'getSet',
      summary: 'Get the latest version of a set',
      description: 'A version is never changed: `addSetVersion` adds the next one.',
      path: onePath,
      params: setParams,
      response: setSchema,
      example: { response: example },
      handler: async ({ params, workspace }) =>
        toSetWire(await sets.get(workspace.workspaceId, params.set_id)),
    }),
    defineRoute({
      ...common,
      operationId: 'deleteSet',
      summary: 'Delete a set with all of its versions',
      description: 'Conversations and experiments are not deleted.',
      method: 'delete',
      path: onePath,
      role: 'contributor',
      params: setParams,
      status: 204,
      response: null,
      handler: ({ params, workspace }) => sets.remove(workspace.workspaceId, params.set_id),
    }),
  ];
}

function versionRoutes(sets: ConversationSetService): Route[] {
  return [
    defineRoute({
      ...read,
      operationId: 'listSetVersions',
      summary: 'List the versions of a set, latest first',
      description: 'Experiments and optimization runs name the version that selected their conversations.',
      path: versionsPath,
      params: setParams,
      query: listSetsQuery,
      response: setListSchema,
      example: { response: pageExample(example) },
      handler: async ({ params: { set_id }, query, workspace }) =>
        toPage(await sets.listVersions(workspace.workspaceId, set_id, query), toSetWire, query),
    }),
    defineRoute({
      ...common,
      operationId: 'addSetVersion',
      summary: 'Create the next version of a set',
      description: 'Versions never change. `name` alone refers to the latest one.',
      method: 'post',
      path: versionsPath,
      role: 'contributor',
      params: setParams,
      body: addSetVersionSchema,
      status: 201,
      response: setSchema,
      errors: ['conflict', 'query_timeout'],
      isIdempotent: true,
      example: { request: recipe, response: { ...example, version: 2 } },
      handler: async ({ params: { set_id }, body, workspace: { workspaceId }, resourceId, signal }) =>
        toSetWire(await sets.addVersion(workspaceId, set_id, resourceId, toNewVersion(body), signal)),
    }),
    defineRoute({
      ...read,
      operationId: 'getSetVersion',
      summary: 'Get a version of a set, which may be an old one',
      description: 'As it was created; a live version selects its conversations again at each use.',
      path: versionPath,
      params: setVersionParams,
      response: setSchema,
      example: { response: example },
      handler: async ({ params: { set_id, version }, workspace }) =>
        toSetWire(await sets.get(workspace.workspaceId, set_id, version)),
    }),
    defineRoute({
      ...read,
      operationId: 'listSetConversations',
      summary: 'List the conversations of a version of a set',
      description:
        'A frozen version may have ids of conversations that were deleted since. A live one selects now.',
      path: `${versionPath}/conversations`,
      params: setVersionParams,
      response: setConversationsSchema,
      errors: ['query_timeout'],
      example: { response: { conversation_ids: ['2c9e3f0d-8a41-4f7b-9d53-1e6a7c4b8f20'] } },
      handler: async ({ params: { set_id, version }, workspace: { workspaceId }, signal }) => ({
        conversation_ids: await sets.listConversationIds(workspaceId, set_id, version, signal),
      }),
    }),
  ];
}
