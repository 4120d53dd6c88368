import { createHash } from 'node:crypto';
import {
  Metadata,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import { BodyBudget } from '../../platform/http/body-budget';

/** How long a message may take to arrive. */
const RECEIVE_MS = 60_000;
/** So that a workspace, which has a quarter, can send two messages at a time. */
const CONCURRENT_MESSAGES = 8;

/** Returns the status of a caller that is refused, or null. */
export type CheckCaller = (
  metadata: Metadata,
  call: ServerInterceptingCallInterface,
  signal: AbortSignal,
) => Promise<StatusObject | null>;

/**
 * Checks the caller and reserves memory before any of a message is read: gRPC messages do not declare their size, and
 * the library reads them whole. The memory is free again when the message has arrived.
 */
export function admitCalls(checkCaller: CheckCaller, maxMessageBytes: number): ServerInterceptor {
  const budget = new BodyBudget({
    maxBytes: CONCURRENT_MESSAGES * maxMessageBytes,
    name: 'gRPC messages',
  });

  return (_definition, call) => {
    const ended = new AbortController();
    const { signal } = ended;
    let finishReceiving = () => {};

    /** Returns the status of a call that is refused, or null when its message may be read. */
    const admit = async (metadata: Metadata): Promise<StatusObject | null> => {
      const refusal = await checkCaller(metadata, call, signal);
      if (refusal !== null) return refusal;
      const reservation = await budget.reserve(holderOf(metadata), maxMessageBytes, signal);
      const timer = setTimeout(() => call.sendStatus(tooSlow), RECEIVE_MS);
      finishReceiving = () => {
        clearTimeout(timer);
        reservation.release();
      };
      if (signal.aborted) finishReceiving();
      return null;
    };

    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            admit(metadata).then(
              (refusal) => {
                if (refusal === null) proceed(metadata);
                else call.sendStatus(refusal);
              },
              () => call.sendStatus(busy),
            );
          },
          onReceiveMessage: (message, proceed) => {
            finishReceiving();
            proceed(message);
          },
          onCancel: () => {
            ended.abort();
            finishReceiving();
          },
        }),
    });
  };
}

const tooSlow: StatusObject = {
  code: status.DEADLINE_EXCEEDED,
  details: `No message within ${RECEIVE_MS / 1000} s`,
  metadata: new Metadata(),
};
const busy: StatusObject = {
  code: status.UNAVAILABLE,
  details: 'Too many gRPC messages; retry later',
  metadata: new Metadata(),
};

/** Callers are distinguished by their credentials, of which the budget has only a hash. */
function holderOf(metadata: Metadata): string {
  const credentials = [metadata.get('authorization'), metadata.get('x-workspace-id')];
  return createHash('sha256').update(JSON.stringify(credentials)).digest('base64');
}
