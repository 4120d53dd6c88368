import type { ChosenBy } from '../conversations/message-filter/chosen-by';
import { valueError } from '../platform/errors/error-templates';
import { type TimeLimit, withinTimeLimit } from '../platform/mongo/time-limit';
import { applyRecipe } from './apply-recipe';
import { chosenByRecipe, parseSetReference, type SetRecipe } from './conversation-set';
import { resolveSet } from './resolve-set';
import type { SelectionFields } from './selection.schema';
import { listStratumFacts } from './set-selection.repository';

const MAX_NAMED_MISSING = 100;
const setLoc = ['body', 'set'];
const filterLoc = ['body', 'filter'];
const everyMatch: Omit<SetRecipe, 'filter'> = {
  findingFilter: null,
  statedChoice: null,
  split: null,
  hasUniqueOpenings: false,
  sample: null,
};

const unselected = { set: null, filter: null, findingFilter: null };

/** The conversations that a request selects, and how. */
export interface SelectedConversations {
  conversationIds: string[];
  /** `name@version`; null without a set. */
  set: string | null;
  filter: string | null;
  /** The filter of findings of the set; null without one. */
  findingFilter: string | null;
  chosenBy: ChosenBy;
}

export type SelectConversations = ReturnType<typeof createConversationSelection>;

export function createConversationSelection({ queryTimeoutMs }: { queryTimeoutMs: number }) {
  /**
   * The conversations of a request that has one of `conversation_ids`, `set` and `filter`. Named ids may not exist.
   * @throws AppError query_timeout; value_error for an unknown set, one with deleted conversations, or a filter that
   * selects none or more than 10,000; ValidationError for an invalid filter
   */
  return async function selectConversations(
    workspaceId: string,
    { conversation_ids = [], chosen_by, set, filter }: SelectionFields,
    signal: AbortSignal,
  ): Promise<SelectedConversations> {
    if (set == null && filter == null) {
      return { ...unselected, conversationIds: conversation_ids, chosenBy: chosen_by ?? 'named' };
    }
    return withinTimeLimit(queryTimeoutMs, signal, async (limit) => {
      if (set != null) return selectSet(workspaceId, set, limit);
      const recipe = { ...everyMatch, filter: filter ?? null };
      const locs = { filter: filterLoc, findingFilter: filterLoc, source: filterLoc };
      const conversationIds = await applyRecipe(workspaceId, recipe, [], locs, limit);
      return { ...unselected, conversationIds, filter: recipe.filter, chosenBy: chosenByRecipe(recipe) };
    });
  };
}

async function selectSet(
  workspaceId: string,
  reference: string,
  limit: TimeLimit,
): Promise<SelectedConversations> {
  const resolved = await resolveSet(workspaceId, parseSetReference(reference), setLoc, limit);
  const { name, version, recipe, conversationIds } = resolved;
  const facts = await listStratumFacts(workspaceId, conversationIds, null, limit);
  const existing = new Set(facts.map(({ id }) => id));
  const missingIds = conversationIds.filter((id) => !existing.has(id));
  const set = `${name}@${version}`;
  if (missingIds.length === 0) {
    const { findingFilter } = recipe;
    return { conversationIds, set, filter: null, findingFilter, chosenBy: chosenByRecipe(recipe) };
  }
  const problem = `${missingIds.length} conversations of ${set} were deleted; create a new version`;
  throw valueError(problem, {
    loc: setLoc,
    input: reference,
    ctx: { conversation_ids: missingIds.slice(0, MAX_NAMED_MISSING) },
  });
}
