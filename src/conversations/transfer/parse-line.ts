import { collectNotices, type Notices, parseWithNaN, sumNotices } from '../../../packages/formats';
import { decodeUtf8, writeJson } from '../../../packages/text';
import { ValidationError } from '../../platform/errors/app-error';
import { type Content, parseContent } from '../../platform/http/body';

/**
 * The JSON value of a line of an import, in which NaN is null and characters that cannot be stored are U+FFFD.
 * @throws ValidationError
 */
export function parseLine(bytes: Buffer): { value: unknown; notices: Notices | null } {
  const { value: content, notices } = collectNotices(() => readContent(bytes));
  const { value, replacedCharacters } = content;
  return { value, notices: sumNotices([notices, { replaced_characters: replacedCharacters }]) };
}

function readContent(bytes: Buffer): Content {
  try {
    return parseContent(bytes);
  } catch (error) {
    const isSyntax = error instanceof ValidationError && error.problems[0]?.type === 'json_invalid';
    const value = isSyntax ? parseWithNaN(decodeUtf8(bytes).text) : undefined;
    if (value === undefined) throw error;
    return parseContent(Buffer.from(writeJson(value)));
  }
}
