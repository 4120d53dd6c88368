import { AppError } from '../../../src/errors/app-error';
import { toFailure } from '../../../src/temporal/activity-error.interceptor';

describe('the failure of an activity', () => {
  it('is final at once when the input is at fault', () => {
    expect(toFailure(new AppError('provider_rejected', 'No'), 1)).toMatchObject({
      type: 'provider_rejected',
      message: 'No',
      nonRetryable: true,
    });
  });

  it('is tried again a limited number of times when the peer failed', () => {
    const error = new AppError('provider_unavailable', 'Down');

    expect(toFailure(error, 7).nonRetryable).toBe(false);
    expect(toFailure(error, 8).nonRetryable).toBe(true);
  });

  it('is waited out for as long as the peer asks to wait', () => {
    const failure = toFailure(
      new AppError('provider_rate_limited', 'Slow down', { retryAfterMs: 2500 }),
      1000,
    );

    expect(failure).toMatchObject({ nonRetryable: false, nextRetryDelay: 2500 });
  });
});
