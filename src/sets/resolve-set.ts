import { valueError } from '../platform/errors/error-templates';
import type { TimeLimit } from '../platform/mongo/time-limit';
import { applyRecipe } from './apply-recipe';
import type { SetRecipe, SetReference } from './conversation-set';
import { findSetByReference } from './conversation-set.repository';

/** The conversations of a set as they are now, with the version that the reference means. */
export interface ResolvedSet {
  name: string;
  version: number;
  recipe: SetRecipe;
  conversationIds: string[];
}

/**
 * Resolves a reference: a frozen version to its ids, some of which may have been deleted since, a live one by its
 * recipe.
 * @throws AppError value_error at `loc` for an unknown set, or a live one that selects none or too many;
 * query_timeout
 */
export async function resolveSet(
  workspaceId: string,
  reference: SetReference,
  loc: string[],
  limit: TimeLimit,
): Promise<ResolvedSet> {
  const set = await findSetByReference(workspaceId, reference);
  const { name, version } = reference;
  if (set === null) {
    const input = version === null ? name : `${name}@${version}`;
    throw valueError(`no set ${input} in this workspace`, { loc, input });
  }
  const { recipe } = set;
  const conversationIds =
    set.conversationIds ??
    (await applyRecipe(workspaceId, recipe, [], { filter: loc, findingFilter: loc, source: loc }, limit));
  return { name, version: set.version, recipe, conversationIds };
}
