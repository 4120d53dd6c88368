import type { FilterNode } from './filter-ast';
import { type FilterSubject, filterFields } from './filter-fields';
import { parseFilter } from './parse-filter';

/**
 * How conversations were chosen: by the outcome of their replies, by properties that were known before a reply was
 * judged, or by name, so that it is unknown.
 */
export const choices = ['outcome', 'properties', 'named'] as const;
export type ChosenBy = (typeof choices)[number];

/** What a caller may state about conversations that it names. */
export const statedChoices = ['outcome', 'properties'] as const satisfies readonly ChosenBy[];

/**
 * How a filter chooses; see docs/adr/0061-chosen-by-outcome-and-replayed-turn.md. Negated comparisons count as well:
 * replies that were chosen because they are clean regress, too. A finding is an outcome, also if other fields select it.
 */
export function chosenByFilter(text: string, subject: FilterSubject): ChosenBy {
  if (subject === 'findings') return 'outcome';
  const { node } = parseFilter(text);
  return node === null ? 'named' : chosenByNode(node);
}

/**
 * How conversations were chosen of which some were chosen in one way and some in another: `outcome` outweighs `named`, and
 * that `properties`.
 */
export function mergeChoices(one: ChosenBy, other: ChosenBy): ChosenBy {
  return one === 'properties' || other === 'outcome' ? other : one;
}

function chosenByNode(node: FilterNode): ChosenBy {
  if (node.kind === 'not') return chosenByNode(node.operand);
  if (node.kind !== 'comparison') {
    return node.operands.map(chosenByNode).reduce(mergeChoices, 'properties');
  }
  if (node.field.name === 'conversation_id') return 'named';
  return filterFields.messages.get(node.field.name)?.isOutcome ? 'outcome' : 'properties';
}
