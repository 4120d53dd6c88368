import { Permits } from '../../../packages/concurrency';
import { AppError, type ErrorCode } from '../../../src/platform/errors/app-error';
import { CallWindow } from '../../../src/providers/call-window';

const failure = (code: ErrorCode) => new AppError(code, 'The provider failed');
const soon = () => performance.now() + 60_000;

/** A window of permits that are all in use, with calls that wait. */
function makeFull(limit: number) {
  const permits = new Permits(limit);
  for (let index = 0; index < 1000; index += 1) void permits.acquire('a');
  return { permits, window: new CallWindow(permits) };
}

function succeed(window: CallWindow, calls: number): void {
  for (let index = 0; index < calls; index += 1) window.recordSuccess();
}

it('doubles with each window of successes until the first overload', () => {
  const { permits, window } = makeFull(16);

  succeed(window, 15);
  expect(permits.limit).toBe(16);
  succeed(window, 1);
  expect(permits.limit).toBe(32);
  succeed(window, 1000);

  expect(permits.limit).toBe(256);
});

it.each(['provider_rate_limited', 'provider_timeout', 'provider_unavailable'] as const)(
  'is halved by %s, and grows by one call from then on',
  (code) => {
    const { permits, window } = makeFull(64);

    window.recordFailure(failure(code), soon());
    expect(permits.limit).toBe(32);
    succeed(window, 32);

    expect(permits.limit).toBe(33);
  },
);

it('is halved once by the calls that were sent before', () => {
  const { permits, window } = makeFull(64);
  const sentAt = performance.now();

  window.recordFailure(failure('provider_rate_limited'), sentAt);
  window.recordFailure(failure('provider_rate_limited'), sentAt);

  expect(permits.limit).toBe(32);
});

it('leaves at least 16 calls, and changes with no other failure', () => {
  const { permits, window } = makeFull(18);

  window.recordFailure(failure('provider_rejected'), soon());
  window.recordFailure(new Error('unknown'), soon());
  expect(permits.limit).toBe(18);
  window.recordFailure(failure('provider_rate_limited'), soon());

  expect(permits.limit).toBe(16);
});

it('does not grow while no call waits', () => {
  const permits = new Permits(16);

  succeed(new CallWindow(permits), 100);

  expect(permits.limit).toBe(16);
});
