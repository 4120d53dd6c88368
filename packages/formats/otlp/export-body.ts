import { Reader, Type } from 'protobufjs/light';
import { countValuesUpTo, inSlice } from '../../concurrency';
import { decodeUtf8, parseJson } from '../../text';
import type { Notices } from '../model/notices';
import { addNotice, collectNotices } from '../values/collect-notices';
import { parseWithNaN } from '../values/json-text';
import { rpcStatus, type Signal } from './protobuf';
import { UndecodableExport } from './undecodable-export';

/** The encoding of an export request, also used for its response. */
export type OtlpEncoding = 'protobuf' | 'json';

export const mediaTypes = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
} as const satisfies Record<OtlpEncoding, string>;

export interface DecodedExport {
  value: unknown;
  /** What was changed to decode it. */
  notices: Notices;
}

// https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto
const INVALID_ARGUMENT = 3;

/**
 * An export request as plain values with the field names of OTLP's JSON form; 64-bit integers are decimal
 * text, bytes of protobuf are byte arrays. JSON content is not validated. Each step runs in its own slice of
 * the event loop. In JSON, NaN is null, and what is not UTF-8 is U+FFFD.
 * @throws UndecodableExport, also for more than 250,000 values
 */
export async function decodeExport(
  signal: Signal,
  bytes: Buffer,
  encoding: OtlpEncoding,
): Promise<DecodedExport> {
  try {
    if (encoding === 'json') {
      await inSlice(() => refuseTooManyValues(bytes));
      return await inSlice(() => collectNotices(() => parseBody(bytes)));
    }
    await inSlice(() => refuseTooManyMessages(signal.request, bytes));
    const message = await inSlice(() => signal.request.decode(bytes));
    return { value: await inSlice(() => signal.request.toObject(message, { longs: String })), notices: {} };
  } catch (error) {
    if (error instanceof UndecodableExport) throw error;
    throw new UndecodableExport(`The body is not an OTLP export in ${mediaTypes[encoding]}`, {
      cause: error,
    });
  }
}

/** @throws SyntaxError */
function parseBody(bytes: Uint8Array): unknown {
  const { text, replaced } = decodeUtf8(bytes);
  if (replaced > 0) addNotice('replaced_characters', replaced);
  try {
    return parseJson(text);
  } catch (error) {
    const value = parseWithNaN(text);
    if (value === undefined) throw error;
    return value;
  }
}

/** @throws UndecodableExport for more than 250,000 values of JSON text */
function refuseTooManyValues(bytes: Uint8Array): void {
  if (countValuesUpTo(MAX_VALUES, bytes) > MAX_VALUES) throw tooMany('values');
}

/**
 * Counts messages before decoding, because an empty message of two bytes takes hundreds in memory.
 * @throws UndecodableExport for more than 250,000; RangeError for a length beyond the end
 */
function refuseTooManyMessages(type: Type, bytes: Uint8Array): void {
  const reader = Reader.create(bytes);
  const pending: { type: Type; end: number }[] = [{ type, end: reader.len }];
  let count = 0;
  while (pending.length > 0) {
    const { type: current, end } = pending.at(-1) as { type: Type; end: number };
    if (reader.pos >= end) {
      pending.pop();
      continue;
    }
    const tag = reader.uint32();
    const field = current.fieldsById[tag >>> 3]?.resolve();
    if (field?.resolvedType instanceof Type && (tag & 7) === LENGTH_DELIMITED) {
      count += 1;
      if (count > MAX_VALUES) throw tooMany('messages');
      const length = reader.uint32();
      pending.push({ type: field.resolvedType, end: reader.pos + length });
    } else {
      reader.skipType(tag & 7);
    }
  }
}

function tooMany(what: string): UndecodableExport {
  return new UndecodableExport(`The body has more than ${MAX_VALUES} ${what}. Export fewer spans at a time`);
}

// Several times the 512 spans that exporters send per request.
const MAX_VALUES = 250_000;

// https://protobuf.dev/programming-guides/encoding/#structure
const LENGTH_DELIMITED = 2;

const MAX_REASONS = 10;

/** What the sender of an export should know. */
export interface ExportNotices {
  /** Why records were rejected, a reason for each. */
  rejections: string[];
  /** About records that were accepted. */
  warnings: string[];
}

/**
 * The response to an export in OTLP's JSON form. A message without rejected records is a warning:
 * https://opentelemetry.io/docs/specs/otlp/#partial-success-1
 */
export function toExportResponse(signal: Signal, { rejections, warnings }: ExportNotices) {
  if (rejections.length + warnings.length === 0) return {};
  const counts = new Map<string, number>();
  for (const reason of rejections) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reasons = [...counts].slice(0, MAX_REASONS).map(([reason, count]) => `${count} rejected: ${reason}`);
  return {
    partialSuccess: {
      [signal.rejectedField]: String(rejections.length),
      errorMessage: [...reasons, ...warnings.slice(0, MAX_REASONS)].join('; '),
    },
  };
}

/** The error response for a body that could not be decoded: google.rpc.Status. */
export function toStatus(error: UndecodableExport) {
  return { code: INVALID_ARGUMENT, message: error.message };
}

export function encodeResponse(signal: Signal, response: ReturnType<typeof toExportResponse>): Buffer {
  return Buffer.from(signal.response.encode(signal.response.fromObject(response)).finish());
}

export function encodeStatus(status: ReturnType<typeof toStatus>): Buffer {
  return Buffer.from(rpcStatus.encode(rpcStatus.fromObject(status)).finish());
}
