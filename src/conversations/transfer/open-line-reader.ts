import {
  collectNotices,
  type ImportFormat,
  isSpanFormat,
  lineReaders,
  type MapLine,
  spanReaders,
  sumNotices,
} from '../../../packages/formats';
import { makeStorable } from '../../platform/http/make-storable';
import { readNewConversation } from '../wire/conversation.mapper';
import { outcomeOf, toLineProblems } from './line-problems';
import type { LineReader, LineStep, ParsedLine } from './line-reader';
import { createSpanLineReader } from './span-line-reader';

/** Creates the reader of an import into a workspace. */
export function openLineReader(format: ImportFormat, workspaceId: string): LineReader {
  return isSpanFormat(format)
    ? createSpanLineReader(spanReaders[format], workspaceId)
    : createLineReader(lineReaders[format], workspaceId);
}

/** Reads lines that are one conversation each. */
function createLineReader(mapLine: MapLine, workspaceId: string): LineReader {
  function* readLine({ number: line, value, bytes, notices }: ParsedLine): Generator<undefined, LineStep> {
    const { value: mapped, notices: ofContent } = collectNotices(() => mapLine(value));
    if ('problem' in mapped) return { line, problems: toLineProblems(mapped.problem) };
    if (!('conversation' in mapped)) return { line, ...mapped };
    yield;
    // A format may have read JSON inside a text.
    const { problems, replacedCharacters } = makeStorable(mapped.conversation);
    if (problems.length > 0) return { line, problems };
    yield;
    const read = readNewConversation(workspaceId, mapped.conversation);
    if (!('conversation' in read)) return { line, ...read };
    const all = sumNotices([notices, ofContent, { replaced_characters: replacedCharacters }]);
    return { line, bytes, conversation: { ...read.conversation, notices: all } };
  }
  return {
    maxOpenBytes: 0,
    read: (line) => outcomeOf(line.number, readLine(line)),
    end: () => [],
    firstOpenLine: () => null,
  };
}
