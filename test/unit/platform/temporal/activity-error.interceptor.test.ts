import { AppError } from '../../../../src/platform/errors/app-error';
import { toFailure } from '../../../../src/platform/temporal/activity-error.interceptor';

describe('the failure of an activity', () => {
  it('is final at once when the input is at fault', () => {
    const failure = toFailure(new AppError('provider_rejected', 'No'));

    expect(failure).toMatchObject({ type: 'provider_rejected', message: 'No', nonRetryable: true });
  });

  it('is tried again when the peer failed, until it is declared final', () => {
    const error = new AppError('provider_unavailable', 'Down', { ctx: { peer: 'x' } });

    expect(toFailure(error).nonRetryable).toBe(false);
    expect(toFailure(error.asFinal())).toMatchObject({ type: 'provider_unavailable', nonRetryable: true });
  });

  it('adds the context of the error', () => {
    const error = new AppError('not_found', 'Gone', { ctx: { peer: 'x' } });

    expect(toFailure(error).details).toEqual([{ peer: 'x' }]);
  });

  it('is tried again after the time the peer asked for', () => {
    const failure = toFailure(new AppError('provider_rate_limited', 'Slow down', { retryAfterMs: 2500 }));

    expect(failure).toMatchObject({ nonRetryable: false, nextRetryDelay: 2500 });
  });
});
