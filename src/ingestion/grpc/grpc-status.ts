import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { retryInfo, rpcStatus } from '../../../packages/formats';
import type { InProcessResponse } from '../../platform/http/in-process-request';

const codes: Record<number, status> = {
  400: status.INVALID_ARGUMENT,
  401: status.UNAUTHENTICATED,
  403: status.PERMISSION_DENIED,
  404: status.NOT_FOUND,
  408: status.DEADLINE_EXCEEDED,
  413: status.RESOURCE_EXHAUSTED,
  422: status.INVALID_ARGUMENT,
  429: status.RESOURCE_EXHAUSTED,
  503: status.UNAVAILABLE,
};

/**
 * The gRPC status of an error response. Exporters repeat an export after RESOURCE_EXHAUSTED only if the status has
 * RetryInfo (https://opentelemetry.io/docs/specs/otlp/#failures).
 */
export function toGrpcStatus({ status: httpStatus, headers, body }: InProcessResponse): StatusObject {
  const code = codes[httpStatus] ?? status.INTERNAL;
  const details = messageOf(headers['content-type'], body);
  const seconds = Number(headers['retry-after']);
  return { code, details, metadata: seconds > 0 ? retryAfter(code, details, seconds) : new Metadata() };
}

/** The message of a google.rpc.Status, or the messages of an error body of the API. */
function messageOf(type: string | undefined, body: Buffer): string {
  if (type?.startsWith('application/x-protobuf'))
    return String(rpcStatus.decode(body).toJSON().message ?? '');
  const { detail } = JSON.parse(body.toString()) as { detail: { msg: string }[] };
  return detail.map(({ msg }) => msg).join('; ');
}

function retryAfter(code: status, message: string, seconds: number): Metadata {
  const info = {
    typeUrl: 'type.googleapis.com/google.rpc.RetryInfo',
    value: retryInfo.encode({ retryDelay: { seconds } }).finish(),
  };
  const metadata = new Metadata();
  const bytes = rpcStatus.encode({ code, message, details: [info] }).finish();
  metadata.set('grpc-status-details-bin', Buffer.from(bytes));
  return metadata;
}
