import type { Line } from '../../conversations/transfer/read-lines';

const MAX_LINES = 500;
const MAX_BYTES = 4 * 1024 * 1024;

/** Lines that are sent in one request. */
export interface LinePart {
  body: Buffer;
  /** The numbers of its lines in the file. */
  numbers: number[];
}

/**
 * Parts that fit into memory, each with whole conversations. A line that is too long is sent as an invalid one, so that
 * it is reported like others.
 */
export async function* lineParts(conversations: AsyncIterable<Line[]>): AsyncGenerator<LinePart> {
  let held: Line[] = [];
  let heldBytes = 0;
  const take = (): LinePart => {
    const body = Buffer.concat(held.flatMap(({ bytes }) => [bytes ?? TOO_LONG, LINE_FEED]));
    const part = { body, numbers: held.map(({ number }) => number) };
    held = [];
    heldBytes = 0;
    return part;
  };
  for await (const lines of conversations) {
    for (const line of lines) {
      held.push(line);
      heldBytes += line.bytes?.length ?? 0;
    }
    if (held.length >= MAX_LINES || heldBytes >= MAX_BYTES) yield take();
  }
  if (held.length > 0) yield take();
}

const LINE_FEED = Buffer.from('\n');
const TOO_LONG = Buffer.from('"a line of more than 16 MiB"');
