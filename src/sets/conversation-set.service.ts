import { currentTime } from '../platform/clock';
import { conflict, notFound } from '../platform/errors/error-templates';
import type { Page, PageQuery } from '../platform/http/page';
import { byTime, type ListOrder, type Pager } from '../platform/http/pager';
import { inTransaction, isDuplicateKey } from '../platform/mongo/connection';
import type { CreateWithinLimits } from '../platform/mongo/created-content';
import { withinTimeLimit } from '../platform/mongo/time-limit';
import { applyRecipe } from './apply-recipe';
import type { ConversationSet, ListedSet, SetRecipe } from './conversation-set';
import {
  deleteSet,
  findSet,
  findSetVersionOf,
  insertSetVersion,
  listSets,
  listSetVersions,
} from './conversation-set.repository';
import { resolveSet } from './resolve-set';

/** What a new version is made of. */
export interface NewSetVersion {
  recipe: SetRecipe;
  /** The named conversations; empty with a filter. */
  named: string[];
  isLive: boolean;
}

export interface ConversationSetServiceDependencies {
  pager: Pager;
  queryTimeoutMs: number;
  createWithinLimits: CreateWithinLimits<'set_versions'>;
}

const MAX_VERSIONS = 1000;
const latestFirst: ListOrder<{ version: number }, number> = {
  start: MAX_VERSIONS + 1,
  toCursor: ({ version }) => [version],
  fromCursor: ([version]) => Number(version),
};
const locs = {
  filter: ['body', 'filter'],
  findingFilter: ['body', 'finding_filter'],
  source: ['body'],
};

export type ConversationSetService = ReturnType<typeof createConversationSetService>;

/** Lists, creates, resolves and deletes named, versioned sets of conversations. */
export function createConversationSetService(dependencies: ConversationSetServiceDependencies) {
  return {
    list: list.bind(null, dependencies),
    listVersions: listVersions.bind(null, dependencies),
    get,
    create: create.bind(null, dependencies),
    addVersion: addVersion.bind(null, dependencies),
    listConversationIds: listConversationIds.bind(null, dependencies),
    remove,
  };
}

async function list(
  { pager }: ConversationSetServiceDependencies,
  workspaceId: string,
  query: PageQuery,
): Promise<Page<ListedSet>> {
  return pager.list({
    order: byTime,
    scope: ['conversation-sets', workspaceId],
    query,
    find: (after, limit) => listSets(workspaceId, after, limit),
  });
}

/** The versions of a set, latest first. @throws AppError not_found, cursor_invalid */
async function listVersions(
  { pager }: ConversationSetServiceDependencies,
  workspaceId: string,
  id: string,
  query: PageQuery,
): Promise<Page<ListedSet>> {
  await get(workspaceId, id);
  return pager.list({
    order: latestFirst,
    scope: ['conversation-set-versions', workspaceId, id],
    query,
    find: (below, limit) => listSetVersions(workspaceId, id, below, limit),
  });
}

/** A version of a set, by default the latest. @throws AppError not_found */
async function get(workspaceId: string, id: string, version?: number): Promise<ListedSet> {
  const set = await findSet(workspaceId, id, version);
  if (set === null) throw notFound('Set', 'set_id');
  return set;
}

/**
 * Creates version 1 of a set; returns the existing one if the `id` exists.
 * @throws AppError value_error, query_timeout; conflict if the name is taken
 */
async function create(
  dependencies: ConversationSetServiceDependencies,
  workspaceId: string,
  id: string,
  name: string,
  first: NewSetVersion,
  signal: AbortSignal,
): Promise<ListedSet> {
  const createdAt = currentTime();
  const identity = { id, workspaceId, name, version: 1, createdAt, versionCreatedAt: createdAt };
  const set = await build(dependencies, identity, first, signal);
  try {
    await store(dependencies, set, id);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const existing = await findSet(workspaceId, id, 1);
    if (existing !== null) return existing;
    const problem = 'Another set of this workspace has this name';
    throw conflict(problem, { loc: ['body', 'name'], input: name, cause: error });
  }
  return get(workspaceId, id, 1);
}

/**
 * Creates the next version; returns the one that the same request created before.
 * @throws AppError not_found, value_error, query_timeout; conflict if another version was created meanwhile
 */
async function addVersion(
  dependencies: ConversationSetServiceDependencies,
  workspaceId: string,
  id: string,
  requestId: string,
  next: NewSetVersion,
  signal: AbortSignal,
): Promise<ListedSet> {
  const { name, createdAt, version: latest } = await get(workspaceId, id);
  // After the latest was read, so that a concurrent repetition is found here or takes the same number.
  const existing = await findSetVersionOf(workspaceId, id, requestId);
  if (existing !== null) return existing;
  if (latest === MAX_VERSIONS) throw conflict(`The set has ${MAX_VERSIONS} versions, the maximum`);
  const version = latest + 1;
  const identity = { id, workspaceId, name, version, createdAt, versionCreatedAt: currentTime() };
  const set = await build(dependencies, identity, next, signal);
  try {
    await store(dependencies, set, requestId);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const repeated = await findSetVersionOf(workspaceId, id, requestId);
    if (repeated !== null) return repeated;
    throw conflict('Another version was created at the same time; retry', { cause: error });
  }
  return get(workspaceId, id, version);
}

/**
 * The conversations of a version as they are now.
 * @throws AppError not_found, query_timeout; value_error if a live set selects none or too many
 */
async function listConversationIds(
  { queryTimeoutMs }: ConversationSetServiceDependencies,
  workspaceId: string,
  id: string,
  version: number,
  signal: AbortSignal,
): Promise<string[]> {
  const { name } = await get(workspaceId, id, version);
  const { conversationIds } = await withinTimeLimit(queryTimeoutMs, signal, (limit) =>
    resolveSet(workspaceId, { name, version }, ['path', 'set_id'], limit),
  );
  return conversationIds;
}

/** Deletes all versions. @throws AppError not_found */
async function remove(workspaceId: string, id: string): Promise<void> {
  if (!(await deleteSet(workspaceId, id))) throw notFound('Set', 'set_id');
}

/** A live recipe is applied too, so that one that selects nothing is refused now. */
async function build(
  { queryTimeoutMs }: ConversationSetServiceDependencies,
  identity: Omit<ConversationSet, 'recipe' | 'conversationIds'>,
  { recipe, named, isLive }: NewSetVersion,
  signal: AbortSignal,
): Promise<ConversationSet> {
  const ids = await withinTimeLimit(queryTimeoutMs, signal, (limit) =>
    applyRecipe(identity.workspaceId, recipe, named, locs, limit),
  );
  return { ...identity, recipe, conversationIds: isLive ? null : ids };
}

async function store(
  { createWithinLimits }: ConversationSetServiceDependencies,
  set: ConversationSet,
  requestId: string,
): Promise<void> {
  await inTransaction((session) =>
    createWithinLimits(set.workspaceId, 'set_versions', session, () =>
      insertSetVersion(set, requestId, session),
    ),
  );
}
