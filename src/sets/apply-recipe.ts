import { createHash } from 'node:crypto';
import { isSliceOver, nextSlice } from '../../packages/concurrency';
import { listConversationIdsOfFindings } from '../conversations/findings/ledger/listed-finding.repository';
import { compileMessageFilter } from '../conversations/message-filter/message-filter';
import { valueError } from '../platform/errors/error-templates';
import type { TimeLimit } from '../platform/mongo/time-limit';
import { MAX_SET_SIZE, type SetRecipe, type Stratification } from './conversation-set';
import { isHeldOut } from './held-out';
import {
  listMatchingConversationIds,
  listStratumFacts,
  type StratumFacts,
  streamOpenings,
} from './set-selection.repository';
import { drawStratified } from './stratified-sample';

/** Maximum conversations that a filter may match; their ids are in memory. */
const MAX_MATCHES = 200_000;

/** Where a request has the parts of a recipe. */
export interface RecipeLocs {
  filter: string[];
  findingFilter: string[];
  source: string[];
}

/**
 * The existing conversations that a recipe selects among those with a matching message or finding, or among the named
 * ones, in that order; see `SetRecipe` for the steps.
 * @throws ValidationError for an invalid filter; AppError query_timeout; value_error when nothing or more than
 * 10,000 conversations are selected
 */
export async function applyRecipe(
  workspaceId: string,
  recipe: SetRecipe,
  namedIds: readonly string[],
  locs: RecipeLocs,
  limit: TimeLimit,
): Promise<string[]> {
  const { split, hasUniqueOpenings, sample } = recipe;
  const matched = (await listMatches(workspaceId, recipe, locs, limit)) ?? namedIds;
  const part =
    split === null
      ? matched
      : matched.filter((id) => isHeldOut(id, split.holdoutShare) === (split.part === 'holdout'));
  let facts = await findExisting(workspaceId, part, sample?.stratifyBy ?? null, limit);
  if (hasUniqueOpenings) facts = await withoutRepeatedOpenings(workspaceId, facts, limit);
  if (sample !== null) {
    const drawable = facts.map((fact) => ({ ...fact, stratum: stratumOf(fact, sample.stratifyBy) }));
    facts = await drawStratified(drawable, sample.size, sample.seed);
  }
  if (facts.length === 0) throw valueError('no conversation is selected', { loc: locs.source });
  if (facts.length > MAX_SET_SIZE) {
    const problem = `${facts.length} conversations are selected; the maximum is ${MAX_SET_SIZE}. Add a sample`;
    throw valueError(problem, { loc: locs.source });
  }
  return facts.map(({ id }) => id);
}

/** Null without a filter. */
async function listMatches(
  workspaceId: string,
  { filter, findingFilter }: SetRecipe,
  locs: RecipeLocs,
  limit: TimeLimit,
): Promise<string[] | null> {
  const text = filter ?? findingFilter;
  if (text === null) return null;
  const subject = filter === null ? 'findings' : 'messages';
  const loc = filter === null ? locs.findingFilter : locs.filter;
  const list = filter === null ? listConversationIdsOfFindings : listMatchingConversationIds;
  const { query } = compileMessageFilter(text, { bounds: 'optional', loc, subject });
  const ids = await list(workspaceId, query, MAX_MATCHES + 1, limit);
  if (ids.length <= MAX_MATCHES) return ids;
  throw valueError(`more than ${MAX_MATCHES} conversations match; narrow the filter`, { loc, input: text });
}

/** The facts of those that exist, in the order of the ids. */
async function findExisting(
  workspaceId: string,
  ids: readonly string[],
  by: Stratification | null,
  limit: TimeLimit,
): Promise<StratumFacts[]> {
  const facts = await listStratumFacts(workspaceId, ids, by?.field ?? null, limit);
  const factsById = new Map(facts.map((fact) => [fact.id, fact]));
  return ids.flatMap((id) => factsById.get(id) ?? []);
}

/** Of conversations with the same opening, only the first. */
async function withoutRepeatedOpenings(
  workspaceId: string,
  facts: readonly StratumFacts[],
  limit: TimeLimit,
): Promise<StratumFacts[]> {
  const digests = new Map<string, string>();
  const ids = facts.map(({ id }) => id);
  for await (const { conversationId, messages } of streamOpenings(workspaceId, ids, limit)) {
    if (isSliceOver()) await nextSlice(limit.signal);
    digests.set(conversationId, createHash('sha256').update(JSON.stringify(messages)).digest('base64'));
  }
  const openings = new Set<string>();
  return facts.filter(({ id }) => {
    // A conversation without messages has no opening to repeat.
    const digest = digests.get(id) ?? id;
    if (openings.has(digest)) return false;
    openings.add(digest);
    return true;
  });
}

function stratumOf({ type, models, tags }: StratumFacts, by: Stratification | null): string {
  switch (by?.field) {
    case undefined:
      return '';
    case 'type':
      return type;
    case 'model':
      return models[0] ?? '';
    case 'tag':
      return tags.find(({ key }) => key === by.key)?.value ?? '';
  }
}
