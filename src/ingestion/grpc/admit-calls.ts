import type { ServerHttp2Stream } from 'node:http2';
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
/** A sender that stalls is refused before another caller has waited ten seconds for its place. */
const MAX_PAUSE_MS = 5000;
/** Each so many bytes give a sender another second. */
const MIN_BYTES_PER_SECOND = 8 * 1024;
const CHECK_EVERY_MS = 500;
/** So that a workspace, which has a quarter, can send two messages at a time. */
const CONCURRENT_MESSAGES = 8;

/** Returns the workspace that a call is for, or the status of a caller that is refused. */
export type CheckCaller = (
  metadata: Metadata,
  call: ServerInterceptingCallInterface,
  signal: AbortSignal,
) => Promise<{ workspaceId: string } | StatusObject>;

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
      const checked = await checkCaller(metadata, call, signal);
      if ('code' in checked) return checked;
      const reservation = await budget.reserve(checked.workspaceId, maxMessageBytes, signal);
      const stopWatching = watchArrival(call, () => call.sendStatus(tooSlow));
      finishReceiving = () => {
        stopWatching();
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
  details: `The message did not arrive within ${RECEIVE_MS / 1000} s, at ${MIN_BYTES_PER_SECOND} bytes per second or more`,
  metadata: new Metadata(),
};
const busy: StatusObject = {
  code: status.UNAVAILABLE,
  details: 'Too many gRPC messages; retry later',
  metadata: new Metadata(),
};

/** Calls `onSlow` once a message arrives too slowly. Returns a function that ends the watch. */
function watchArrival(call: ServerInterceptingCallInterface, onSlow: () => void): () => void {
  // The library shows the bytes of a message when it has all of them; its stream is private.
  const { stream } = call as { stream?: ServerHttp2Stream };
  let bytes = 0;
  const count = (data: Buffer) => {
    bytes += data.length;
  };
  stream?.on('data', count);
  // A check that is late because this process stalled counts as one: what was sent meanwhile is read after it.
  let waitedMs = 0;
  const timer = setInterval(() => {
    waitedMs += CHECK_EVERY_MS;
    const earnedMs = stream === undefined ? RECEIVE_MS : MAX_PAUSE_MS + (bytes / MIN_BYTES_PER_SECOND) * 1000;
    if (waitedMs < Math.min(RECEIVE_MS, earnedMs)) return;
    stop();
    onSlow();
  }, CHECK_EVERY_MS);
  const stop = () => {
    clearInterval(timer);
    stream?.off('data', count);
  };
  return stop;
}
