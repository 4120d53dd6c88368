import { ApplicationFailure } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { AppError } from '../errors/app-error';

/** Converts AppErrors to Temporal's ApplicationFailure, once for all activities. */
export const activityErrorInterceptor: ActivityInterceptorsFactory = () => ({
  inbound: {
    async execute(input, next) {
      try {
        return await next(input);
      } catch (error) {
        throw error instanceof AppError ? toFailure(error) : error;
      }
    },
  },
});

/**
 * The failure to report: non-retryable, or with the retry delay that the peer asked for. Its detail is `ctx`.
 */
export function toFailure(error: AppError): ApplicationFailure {
  return ApplicationFailure.create({
    type: error.code,
    message: error.message,
    nonRetryable: error.isFinal,
    details: [error.ctx],
    cause: error,
    ...(error.retryAfterMs === undefined ? {} : { nextRetryDelay: error.retryAfterMs }),
  });
}
