import type { ReadSpans } from '../../../packages/formats';
import { describeRefusal, keysOf, spanLimits } from '../../conversations/transfer/grouped-spans';
import { LineGroups } from '../../conversations/transfer/line-groups';
import { parseLine } from '../../conversations/transfer/parse-line';
import type { Line } from '../../conversations/transfer/read-lines';

/**
 * Lines that are spans, those of a conversation together, so that one request has all of them. A line that the
 * service would not know to be late is reported instead. An invalid line stays alone: the service reports it.
 */
export async function* groupLines(
  lines: AsyncIterable<Line>,
  readSpans: ReadSpans,
  onRefused: (line: Line, reason: string) => void,
): AsyncGenerator<Line[]> {
  const groups = new LineGroups<Line>(spanLimits);
  for await (const line of lines) {
    const read = readSpans(parse(line));
    const keys = 'spans' in read ? keysOf(read.spans) : null;
    if (keys === null) {
      yield [line];
      continue;
    }
    const { completed, refused } = groups.add(keys, line, line.bytes?.length ?? 0);
    for (const { items } of completed) yield items;
    if (refused !== null) onRefused(line, describeRefusal(refused));
  }
  for (const { items } of groups.end()) yield items;
}

/** Each line alone, for formats whose lines are conversations. */
export async function* singleLines(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  for await (const line of lines) yield [line];
}

/** The value as the service reads it; undefined if it is no JSON. */
function parse({ bytes }: Line): unknown {
  if (bytes === null) return undefined;
  const parsed = parseLine(bytes);
  return 'problems' in parsed ? undefined : parsed.value;
}
