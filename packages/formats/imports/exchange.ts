import { cleanTags } from '../spans/conversation-facts';
import { fieldsOf } from '../values/fields';
import { numberIn, textIn } from '../values/known-values';
import { type MappedLine, problemAt } from '../values/mapped-line';

type Fields = Record<string, unknown>;

/** A request to a model with its response. */
export interface Exchange {
  request: Fields;
  response: Fields;
  tags: Record<string, string>;
}

const FAILED = 'failed request';
const failedTypes: readonly unknown[] = ['errored', 'canceled', 'expired'];

/** Where the request and the response of a line are: in itself, in batches, in files of pairs. */
interface Places {
  requests: readonly string[];
  responses: readonly string[];
}

/**
 * The request and the response of a line: {request, response} as the client sent and received them, or the two lines
 * of a batch joined. Null for a line with neither.
 */
export function readExchange(line: Fields, places: Places): Exchange | MappedLine | null {
  const sent = firstOf(line, places.requests);
  const received = firstOf(line, places.responses);
  if (sent === null && received === null) return isFailure(line) ? { ignored: FAILED } : null;
  const request = bodyOf(sent ?? {});
  const response = bodyOf(received ?? {});
  if ([line, received ?? {}, response].some(isFailure)) return { ignored: FAILED };
  const [requestField = ''] = places.requests;
  const [responseField = ''] = places.responses;
  if (sent === null) {
    return problemAt([requestField], 'the request is missing; join the files of a batch by custom_id');
  }
  if (received === null) {
    return problemAt([responseField], 'the response is missing; join the files of a batch by custom_id');
  }
  return { request, response, tags: readTags(line, request) };
}

function firstOf(line: Fields, names: readonly string[]): Fields | null {
  for (const name of names) {
    const value = line[name];
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  }
  return null;
}

/** Batches wrap what is sent and received in `body`, the results of Anthropic's in `message`. */
function bodyOf(message: Fields): Fields {
  const inner = message.body ?? message.params ?? message.message;
  return inner === undefined ? message : fieldsOf(inner);
}

function isFailure({ error, status_code, type, status }: Fields): boolean {
  const isError = error !== undefined && error !== null;
  const isErrorStatus = (numberIn(status_code) ?? 0) >= 400;
  return isError || isErrorStatus || status === 'failed' || failedTypes.some((failed) => failed === type);
}

/** Ids of batches repeat in other batches, so they are no ids of conversations. */
function readTags(line: Fields, request: Fields): Record<string, string> {
  const customId = textIn(line.custom_id);
  const metadata = Object.entries(fieldsOf(request.metadata));
  return cleanTags([
    ...metadata,
    ...(customId === undefined ? [] : [['custom_id', customId] as [string, unknown]]),
  ]);
}
