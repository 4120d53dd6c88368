import { Permits } from '../../../packages/concurrency';
import { AppError } from '../../../src/platform/errors/app-error';
import { CallWindow } from '../../../src/providers/call-window';

const refusal = new AppError('provider_rate_limited', 'The provider limits calls');
let now = 0;

/** A window of permits that are all in use, with a call that waits. */
function makeFull(limit: number) {
  const permits = new Permits(limit);
  for (let index = 0; index < 1000; index += 1) void permits.acquire('a');
  return { permits, window: new CallWindow(permits, () => now) };
}

function succeed(window: CallWindow, calls: number): void {
  for (let index = 0; index < calls; index += 1) window.recordSuccess();
}

it('doubles with each window of successes until the first 429', () => {
  const { permits, window } = makeFull(16);

  succeed(window, 15);
  expect(permits.limit).toBe(16);
  succeed(window, 1);
  expect(permits.limit).toBe(32);
  succeed(window, 1000);

  expect(permits.limit).toBe(256);
});

it('is halved by a 429 at most once a second, and grows by one call from then on', () => {
  const { permits, window } = makeFull(16);
  now = 5000;
  window.recordFailure(refusal);
  now = 5500;
  window.recordFailure(refusal);
  expect(permits.limit).toBe(8);

  succeed(window, 8);
  expect(permits.limit).toBe(9);
  now = 6500;
  window.recordFailure(refusal);

  expect(permits.limit).toBe(4);
});

it('leaves at least one call, and changes with no other failure', () => {
  const { permits, window } = makeFull(1);
  now = 10_000;
  window.recordFailure(new AppError('provider_unavailable', 'The provider is down'));
  window.recordFailure(new Error('unknown'));
  expect(permits.limit).toBe(1);

  window.recordFailure(refusal);

  expect(permits.limit).toBe(1);
});

it('does not grow while no call waits', () => {
  const permits = new Permits(16);

  succeed(new CallWindow(permits, () => now), 100);

  expect(permits.limit).toBe(16);
});
