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
import { outcomeOf, toLineProblems } from './line-problems';
import type { LineReader, LineStep, ParsedLine } from './line-reader';

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
  /** Groups that are complete and not assembled yet. */
  const completed: LineGroup<SpansOfLine>[] = [];
  /** The lines of these and of open groups, in order. */
  let openLines = new Set<number>();

  function* assembleGroup({ id, items, bytes }: LineGroup<SpansOfLine>): Generator<undefined, LineStep> {
    const line = firstLineOf(items);
    for (const item of items) openLines.delete(item.line);
    const spans = items.flatMap((item) => item.spans);
    const { messages, tags, tools, notices } = yield* assemble(spans, []);
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
  }
  const toOutcome = (group: LineGroup<SpansOfLine>) =>
    outcomeOf(firstLineOf(group.items), assembleGroup(group));

  function* readLine({ number: line, value, bytes, notices }: ParsedLine): Generator<undefined, LineStep> {
    const { value: read, notices: ofContent } = collectNotices(() => readSpans(value));
    if ('problem' in read) return { line, problems: toLineProblems(read.problem) };
    if (!('spans' in read)) return { line, ...read };
    yield;
    const { problems, replacedCharacters } = makeStorable(read.spans);
    if (problems.length > 0) return { line, problems };
    const all = sumNotices([notices, ofContent, { replaced_characters: replacedCharacters }]);
    const [first] = read.spans;
    if (all !== null && first !== undefined) first.notices = all;
    if (read.spans.some(hasLongId)) return { line, problems: toLineProblems({ path: [], error: LONG_ID }) };
    const keys = keysOf(read.spans);
    if (keys === null) return { line, ignored: NO_MESSAGES };
    const added = groups.add(keys, { line, spans: read.spans }, bytes);
    completed.push(...added.completed);
    if (added.refused === null) {
      openLines.add(line);
      return undefined;
    }
    // The lines of a group that is too large have no outcome.
    if (added.refused === 'too_large')
      openLines = linesOf([...groups.openItems, ...completed.map(({ items }) => items)]);
    return { line, problems: toLineProblems({ path: [], error: describeRefusal(added.refused) }) };
  }

  return {
    maxOpenBytes: spanLimits.maxBytes,

    *read(line: ParsedLine) {
      yield* outcomeOf(line.number, readLine(line));
      for (let group = completed.shift(); group !== undefined; group = completed.shift()) {
        yield* toOutcome(group);
      }
    },

    *end() {
      for (const group of groups.end()) yield* toOutcome(group);
    },

    firstOpenLine() {
      const [first = null] = openLines;
      return first;
    },
  };
}

function linesOf(groups: readonly SpansOfLine[][]): Set<number> {
  const lines = groups.flatMap((items) => items.map(({ line }) => line));
  return new Set(lines.sort((one, other) => one - other));
}

function firstLineOf(items: SpansOfLine[]): number {
  return items.reduce((first, { line }) => Math.min(first, line), Infinity);
}

function hasLongId({ traceId, spanId, conversationKey }: GenAiSpan): boolean {
  return [traceId, spanId, conversationKey ?? ''].some((id) => id.length > MAX_ID);
}
