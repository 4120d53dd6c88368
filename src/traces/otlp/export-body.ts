import { groupBy } from '../../group-by';
import { rpcStatus, type Signal } from './protobuf';

/** How an exporter wrote its request; it is answered the same way. */
export type OtlpEncoding = 'protobuf' | 'json';

export const mediaTypes = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
} as const satisfies Record<OtlpEncoding, string>;

/** The body as a whole is no OTLP export. */
export class UndecodableExport extends Error {
  override readonly name = 'UndecodableExport';
}

// https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto
const INVALID_ARGUMENT = 3;

/**
 * An export request as plain values with the field names of OTLP's JSON form; 64-bit integers are decimal
 * text, bytes of protobuf are byte arrays. What JSON holds is not checked.
 * @throws UndecodableExport
 */
export function decodeExport(signal: Signal, bytes: Buffer, encoding: OtlpEncoding): unknown {
  try {
    if (encoding === 'json') return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return signal.request.toObject(signal.request.decode(bytes), { longs: String });
  } catch (error) {
    throw new UndecodableExport(`The body is not an OTLP export in ${mediaTypes[encoding]}`, {
      cause: error,
    });
  }
}

const MOST_REASONS = 10;

/** The answer to an export in OTLP's JSON form, given why each record was refused that was. */
export function toExportResponse(signal: Signal, rejections: string[]) {
  if (rejections.length === 0) return {};
  const reasons = [...groupBy(rejections, (reason) => reason)]
    .slice(0, MOST_REASONS)
    .map(([reason, { length }]) => `${length} refused: ${reason}`);
  return {
    partialSuccess: {
      [signal.rejectedField]: String(rejections.length),
      errorMessage: reasons.join('; '),
    },
  };
}

/** What tells an exporter that its body could not be decoded: google.rpc.Status. */
export function toStatus(error: UndecodableExport) {
  return { code: INVALID_ARGUMENT, message: error.message };
}

export function encodeResponse(signal: Signal, response: ReturnType<typeof toExportResponse>): Buffer {
  return Buffer.from(signal.response.encode(signal.response.fromObject(response)).finish());
}

export function encodeStatus(status: ReturnType<typeof toStatus>): Buffer {
  return Buffer.from(rpcStatus.encode(rpcStatus.fromObject(status)).finish());
}
