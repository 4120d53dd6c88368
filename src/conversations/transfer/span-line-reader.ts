import {
  assemble,
  collectNotices,
  type GenAiSpan,
  type ReadSpans,
  sumNotices,
} from '../../../packages/formats';
import { makeStorable } from '../../platform/http/make-storable';
import { describeRefusal, keysOf, spanLimits } from './grouped-spans';
import { type LineGroup, LineGroups } from './line-groups';
import { toLineProblems } from './line-problems';
import type { LineOutcome, LineReader, ParsedLine } from './line-reader';

const NO_MESSAGES = 'no messages of a model';

const MAX_ID = 255;
const LONG_ID = `an id may have at most ${MAX_ID} characters`;

interface SpansOfLine {
  line: number;
  spans: GenAiSpan[];
}

/** Reads lines that are spans: those of a session, or else of a trace, are one conversation. */
export function createSpanLineReader(readSpans: ReadSpans, workspaceId: string): LineReader {
  const groups = new LineGroups<SpansOfLine>(spanLimits);

  const toOutcome = ({ id, items, bytes }: LineGroup<SpansOfLine>): LineOutcome => {
    const line = firstLineOf(items);
    const { messages, tags, tools, notices } = assemble(
      items.flatMap(({ spans }) => spans),
      [],
    );
    if (messages.length === 0) return { line, ignored: NO_MESSAGES };
    return {
      line,
      bytes,
      conversation: {
        workspaceId,
        type: 'import',
        externalId: id,
        tags,
        tools,
        notices,
        messages: messages.map(({ source: _source, ...message }) => message),
      },
    };
  };

  return {
    maxOpenBytes: spanLimits.maxBytes,

    read({ number, value, bytes, notices }: ParsedLine): LineOutcome[] {
      const refuse = (error: string) => ({ line: number, problems: toLineProblems({ path: [], error }) });
      const { value: read, notices: ofContent } = collectNotices(() => readSpans(value));
      if ('problem' in read) return [{ line: number, problems: toLineProblems(read.problem) }];
      if (!('spans' in read)) return [{ line: number, ...read }];
      const { problems, replacedCharacters } = makeStorable(read.spans);
      if (problems.length > 0) return [{ line: number, problems }];
      const all = sumNotices([notices ?? undefined, ofContent, { replaced_characters: replacedCharacters }]);
      const [first] = read.spans;
      if (all !== null && first !== undefined) first.notices = all;
      if (read.spans.some(hasLongId)) return [refuse(LONG_ID)];
      const keys = keysOf(read.spans);
      if (keys === null) return [{ line: number, ignored: NO_MESSAGES }];
      const { completed, refused } = groups.add(keys, { line: number, spans: read.spans }, bytes);
      const outcomes = completed.map(toOutcome);
      if (refused === null) return outcomes;
      return [...outcomes, refuse(describeRefusal(refused))];
    },

    end: () => groups.end().map(toOutcome),

    firstOpenLine() {
      const lines = groups.openItems.map(firstLineOf);
      return lines.length === 0 ? null : lines.reduce((first, line) => Math.min(first, line));
    },
  };
}

function firstLineOf(items: SpansOfLine[]): number {
  return items.reduce((first, { line }) => Math.min(first, line), Infinity);
}

function hasLongId({ traceId, spanId, conversationKey }: GenAiSpan): boolean {
  return [traceId, spanId, conversationKey ?? ''].some((id) => id.length > MAX_ID);
}
