import { collectNotices, type Notices, parseWithNaN, sumNotices } from '../../../packages/formats';
import { decodeUtf8 } from '../../../packages/text';
import { type Problem, ValidationError } from '../../platform/errors/app-error';
import { type Content, parseContent, toStorable } from '../../platform/http/body';
import { toLineProblems } from './line-problems';

const ARRAY = "the lines should be the elements of an array: convert a file with jq -c '.[]'";

/** The JSON value of a line of an import, in which NaN is null and characters that cannot be stored are U+FFFD. */
export function parseLine(
  bytes: Buffer,
): { value: unknown; notices: Notices | null } | { problems: Problem[] } {
  try {
    const { value: content, notices } = collectNotices(() => readContent(bytes));
    const { value, replacedCharacters } = content;
    if (Array.isArray(value)) return { problems: toLineProblems({ path: [], error: ARRAY }) };
    return { value, notices: sumNotices([notices, { replaced_characters: replacedCharacters }]) };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    // The first line of an array over many lines.
    const isArray = bytes.toString('latin1').trim() === '[';
    return { problems: isArray ? toLineProblems({ path: [], error: ARRAY }) : error.problems };
  }
}

function readContent(bytes: Buffer): Content {
  try {
    return parseContent(bytes);
  } catch (error) {
    const isSyntax = error instanceof ValidationError && error.problems[0]?.type === 'json_invalid';
    const { text, replaced } = decodeUtf8(bytes);
    const value = isSyntax ? parseWithNaN(text) : undefined;
    if (value === undefined) throw error;
    return toStorable({ value, replacedCharacters: replaced });
  }
}
