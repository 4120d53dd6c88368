import type { Response } from 'express';
import { z } from 'zod';
import { isSliceOver, mapInSlices, nextSlice } from '../../../packages/concurrency';
import { writeJson } from '../../../packages/text';
import type { ResponseReservation } from './response-memory';
import { sendStream, sendText } from './send-stream';

/** Smaller bodies are sent in one write. */
const MAX_UNSTREAMED_CHARACTERS = 1024 * 1024;

/**
 * Returns a function that checks a response against its schema. The elements of its lists, a hundred of which
 * may have megabytes, are checked in slices.
 */
export function createResponseCheck(schema: z.ZodType): (result: unknown) => Promise<unknown> {
  const lists = schema instanceof z.ZodObject ? listsOf(schema) : [];
  if (!(schema instanceof z.ZodObject) || lists.length === 0) return async (result) => schema.parse(result);
  const emptied = schema.extend(
    Object.fromEntries(lists.map(([name]) => [name, z.array(z.unknown()).length(0)])),
  );
  return async (result) => {
    const presentLists = lists.filter(([name]) => isObject(result) && Array.isArray(result[name]));
    if (!isObject(result) || presentLists.length < lists.length) return schema.parse(result);
    const checked = emptied.parse({
      ...result,
      ...Object.fromEntries(presentLists.map(([name]) => [name, []])),
    });
    const filled: Record<string, unknown> = { ...checked };
    for (const [name, element] of presentLists)
      filled[name] = await mapInSlices(result[name] as unknown[], (item) => element.parse(item));
    return filled;
  };
}

function listsOf(schema: z.ZodObject): [name: string, element: z.ZodType][] {
  return Object.entries(schema.shape).flatMap(([name, field]) =>
    field instanceof z.ZodArray ? [[name, field.element as z.ZodType]] : [],
  );
}

/**
 * Sends JSON. The elements of lists are serialized in slices, and those of a long response while the client
 * reads.
 * @throws AppError server_busy, before anything is sent
 */
export async function sendJson(
  response: Response,
  { status, body }: { status: number; body: unknown },
  { signal, memory }: { signal: AbortSignal; memory: ResponseReservation },
): Promise<void> {
  if (!isObject(body) || !Object.values(body).some(Array.isArray)) {
    const text = writeJson(body);
    await memory.hold(text.length);
    await sendText(response.status(status), 'json', text, { signal });
    return;
  }
  const pieces: string[] = [];
  let length = 0;
  for (const piece of piecesOf(body)) {
    if (isSliceOver()) await nextSlice(signal);
    pieces.push(piece);
    length += piece.length;
  }
  // The awaiting functions hold the body until the client has read it.
  for (const list of Object.values(body)) if (Array.isArray(list)) list.length = 0;
  await memory.hold(length);
  response.status(status);
  if (length <= MAX_UNSTREAMED_CHARACTERS) await sendText(response, 'json', pieces.join(''), { signal });
  else await sendStream(response, 'json', inSlices(pieces), { signal });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON of an object, one text per field and per element of a list. */
function* piecesOf(body: Record<string, unknown>): Generator<string> {
  let separator = '{';
  for (const [key, value] of Object.entries(body)) {
    if (value === undefined) continue;
    yield `${separator}${writeJson(key)}:`;
    separator = ',';
    if (Array.isArray(value)) yield* elementsOf(value);
    else yield writeJson(value);
  }
  yield '}';
}

function* elementsOf(items: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [index, item] of items.entries()) yield (index === 0 ? '' : ',') + writeJson(item);
  yield ']';
}

async function* inSlices(pieces: readonly string[]): AsyncGenerator<string> {
  for (const piece of pieces) {
    if (isSliceOver()) await nextSlice();
    yield piece;
  }
}
