import { type Problem, ValidationError } from '../../platform/errors/app-error';
import type { ReplyTexts } from './reply-texts';
import type { ReviewedSpan } from './review';

/**
 * Returns the text of a span that a reviewer sent, and the tool that its part calls.
 * @throws ValidationError at the fields of `loc` if it is empty, outside the text, or of a part without text
 */
export async function checkSpan(
  textOf: ReplyTexts,
  { messagePartIndex, startOffset, endOffset }: ReviewedSpan,
  loc: string[],
): Promise<{ text: string; toolName: string | null }> {
  const part = await textOf(messagePartIndex);
  if (part === null)
    throw invalid('the message has no part with text at this index', messagePartIndex, [
      ...loc,
      'message_part_index',
    ]);
  const { length, slice, toolName } = part;
  if (endOffset > length)
    throw invalid(`the part has ${length} characters`, endOffset, [...loc, 'end_offset']);
  if (startOffset >= endOffset)
    throw invalid('the span should not be empty', startOffset, [...loc, 'start_offset']);
  return { text: slice(startOffset, endOffset), toolName };
}

/** @throws ValidationError if the issue configuration does not have the label */
export function checkLabel(label: string, labels: readonly string[], loc: string[]): void {
  if (!labels.includes(label))
    throw invalid(`the issue configuration has the labels ${labels.join(', ')}`, label, [...loc, 'label']);
}

function invalid(error: string, input: unknown, loc: string[]): ValidationError {
  const problem: Problem = { loc, msg: `Value error, ${error}`, type: 'value_error', input, ctx: { error } };
  return new ValidationError([problem]);
}
