import { EventEmitter } from 'node:events';
import {
  type FullServerListener,
  Metadata,
  type ServerInterceptingCallInterface,
  type ServerMethodDefinition,
  status,
} from '@grpc/grpc-js';
import { admitCalls } from '../../../../src/ingestion/grpc/admit-calls';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['performance', 'nextTick', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Begins a call whose message does not arrive; returns what the caller is sent. */
async function stall(): Promise<jest.Mock> {
  const sendStatus = jest.fn();
  const stream = new EventEmitter();
  const received = new Promise<Pick<FullServerListener, 'onReceiveMetadata'>>((resolve) => {
    const call = { start: resolve, sendStatus, stream } as unknown as ServerInterceptingCallInterface;
    const interceptor = admitCalls(async () => ({ workspaceId: 'w' }), 1024);
    interceptor({} as ServerMethodDefinition<unknown, unknown>, call).start({
      onReceiveMetadata: () => undefined,
      onReceiveMessage: () => undefined,
      onReceiveHalfClose: () => undefined,
      onCancel: () => undefined,
    });
  });
  (await received).onReceiveMetadata(new Metadata(), () => undefined);
  await new Promise((resolve) => setImmediate(resolve));
  return sendStatus;
}

describe('a call whose message stalls', () => {
  it('is refused after five seconds', async () => {
    const sent = await stall();

    jest.advanceTimersByTime(4999);
    expect(sent).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);

    expect(sent).toHaveBeenCalledWith(expect.objectContaining({ code: status.DEADLINE_EXCEEDED }));
  });

  it('is not refused for the time that this process stalled itself', async () => {
    const sent = await stall();

    // All timers that are due fire once, before what has arrived is read.
    const now = performance.now();
    jest.spyOn(performance, 'now').mockReturnValue(now + 60_000);
    jest.advanceTimersByTime(500);

    expect(sent).not.toHaveBeenCalled();
  });
});
