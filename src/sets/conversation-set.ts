import { type ChosenBy, chosenByFilter, type statedChoices } from '../conversations/message-filter/chosen-by';
import { MAX_LISTED_IDS } from '../conversations/storage/conversation-filter';

/** Maximum conversations of a set: what an experiment accepts. */
export const MAX_SET_SIZE = MAX_LISTED_IDS;

export const splitParts = ['search', 'holdout'] as const;

/** How the conversations of a set are chosen; applied in the order of the fields. */
export interface SetRecipe {
  /** Selects conversations with a matching message; null: `findingFilter` does, or the conversations were named. */
  filter: string | null;
  /** Selects conversations with a matching finding; null: `filter` does, or the conversations were named. */
  findingFilter: string | null;
  /** How named conversations were chosen, as the request states; null: it does not, or a filter chooses. */
  statedChoice: (typeof statedChoices)[number] | null;
  /** One of the two parts of a split by conversation id; null: both. */
  split: { holdoutShare: number; part: (typeof splitParts)[number] } | null;
  /** Of conversations with the same text up to the first user message, only the first is chosen. */
  hasUniqueOpenings: boolean;
  sample: SetSample | null;
}

export interface SetSample {
  size: number;
  seed: string;
  /** What the strata have in common; null: one stratum. */
  stratifyBy: Stratification | null;
}

/** `tag`: the value of the tag with this key. */
export type Stratification = { field: 'model' } | { field: 'type' } | { field: 'tag'; key: string };

/** How the conversations of a recipe are chosen. A split, unique openings and a sample choose by no outcome. */
export function chosenByRecipe({
  filter,
  findingFilter,
  statedChoice,
}: Pick<SetRecipe, 'filter' | 'findingFilter' | 'statedChoice'>): ChosenBy {
  if (findingFilter !== null) return chosenByFilter(findingFilter, 'findings');
  return filter === null ? (statedChoice ?? 'named') : chosenByFilter(filter, 'messages');
}

/** A version of a set. */
export interface ConversationSet {
  id: string;
  workspaceId: string;
  /** Unique in the workspace. */
  name: string;
  version: number;
  recipe: SetRecipe;
  /** In the order of the source; null: live, the recipe is applied at each use. */
  conversationIds: string[] | null;
  /** When version 1 was created. */
  createdAt: Date;
  versionCreatedAt: Date;
}

/** A set with the size of a frozen version instead of its ids. */
export interface ListedSet extends Omit<ConversationSet, 'conversationIds'> {
  /** Null if live. */
  conversationCount: number | null;
}

/** A reference to a set, `name` or `name@version`. */
export interface SetReference {
  name: string;
  /** Null: the latest. */
  version: number | null;
}

/** Parses a checked `name` or `name@version`. */
export function parseSetReference(text: string): SetReference {
  const [name = '', version] = text.split('@');
  return { name, version: version === undefined ? null : Number(version) };
}
