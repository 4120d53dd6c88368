import type { MessagePart } from '../formats';
import { partText } from '../text';
import { type IssueKind, issueKinds } from './contract/issue-label';

const textKinds = issueKinds.filter((kind) => kind !== 'tool_argument_fabrication');

/** The kinds of the issues that the model finds in a text, which its score is about. */
export const modelKinds = textKinds.filter((kind) => kind !== 'incorrect_refusal');

/** The kinds that can be in a part of a reply: none in a part without text, nor in reasoning, which users do not see. */
export function checkableKinds(part: MessagePart): readonly IssueKind[] {
  if (part.type === 'reasoning' || (partText(part) ?? '').trim() === '') return [];
  return part.type === 'tool_call' ? ['tool_argument_fabrication'] : textKinds;
}

/** Names the kinds by their identifiers, for the limits of a coverage. */
export function describeUncovered(kinds: readonly IssueKind[]): string {
  return `No label covers ${kinds.join(', ')}: the reply was not examined for such issues.`;
}
