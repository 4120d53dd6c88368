import type { ChosenBy, ConversationSet } from '../api/types';
import { formatCount } from '../text/numbers';

/** How named conversations were chosen; null: unknown. */
export type StatedChoice = Exclude<ChosenBy, 'named'> | null;

/** What a request for a similar selection states. */
export function toStatedChoice(chosenBy: ChosenBy): StatedChoice {
  return chosenBy === 'named' ? null : chosenBy;
}

/** The part of a draft that chooses conversations. */
export interface SourceDraft {
  source: 'selected' | 'set' | 'filter';
  /** `name@version`; empty: none chosen. */
  set: string;
  /** A message filter as typed. */
  filter: string;
  /** How the selected conversations were chosen. */
  chosenBy: StatedChoice;
}

/** The initial source: the set that a link names, otherwise the selected conversations. */
export function initialSource(set: string | null, chosenBy: StatedChoice): SourceDraft {
  return { source: set === null ? 'selected' : 'set', set: set ?? '', filter: '', chosenBy };
}

/** The field of a request that names the conversations. The API validates it. */
export function toSelection(
  { source, set, filter, chosenBy }: SourceDraft,
  conversationIds: readonly string[],
) {
  if (source === 'set') return { set };
  if (source === 'filter') return { filter: filter.trim() };
  return {
    conversation_ids: [...conversationIds],
    ...(chosenBy !== null && { chosen_by: chosenBy }),
  };
}

/** Whether a source names anything. */
export function hasSelection(
  { source, set, filter }: SourceDraft,
  conversationIds: readonly string[],
): boolean {
  if (source === 'set') return set !== '';
  return source === 'filter' ? filter.trim() !== '' : conversationIds.length > 0;
}

/** How many conversations a source has; null if that is not known before it is used. */
export function countSource(
  { source, set }: SourceDraft,
  conversationIds: readonly string[],
  sets: readonly ConversationSet[],
): number | null {
  if (source === 'selected') return conversationIds.length;
  return source === 'filter' ? null : (findReferenced(sets, set)?.conversation_count ?? null);
}

/** How the conversations of a source were chosen; null if that is not known before it is used. */
export function choiceOfSource(
  { source, set, chosenBy }: SourceDraft,
  sets: readonly ConversationSet[],
): ChosenBy | null {
  if (source === 'selected') return chosenBy;
  return source === 'filter' ? null : (findReferenced(sets, set)?.chosen_by ?? null);
}

/** A reference to a version of a set. */
export function toReference({ name, version }: Pick<ConversationSet, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

/** The sets as options, with the referenced version if it is none of them. */
export function toSetOptions(sets: readonly ConversationSet[], set: string): { id: string; name: string }[] {
  const options = sets.map((it) => ({
    id: toReference(it),
    name: `${it.name}, version ${it.version} (${it.is_live ? 'live' : formatCount(it.conversation_count)})`,
  }));
  const isListed = set === '' || findReferenced(sets, set) !== undefined;
  return [{ id: '', name: 'Choose a set' }, ...(isListed ? [] : [{ id: set, name: set }]), ...options];
}

/** The set of a reference, if it is one of the sets. */
export function findReferenced(sets: readonly ConversationSet[], set: string): ConversationSet | undefined {
  return sets.find((it) => toReference(it) === set);
}
