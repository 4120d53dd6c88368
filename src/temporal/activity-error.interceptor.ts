import { ApplicationFailure, type Context } from '@temporalio/activity';
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from '@temporalio/worker';
import { AppError, errorCatalog, type RetryClass } from '../errors/app-error';

/** Attempts after which a failure of the class is final. */
const maxAttempts: Record<RetryClass, number> = { never: 1, transient: 8, wait: Number.POSITIVE_INFINITY };

/** Translates AppErrors into what Temporal's retry policy understands, once for all activities. */
export const activityErrorInterceptor: ActivityInterceptorsFactory = (context) => ({
  inbound: new ActivityErrors(context),
});

class ActivityErrors implements ActivityInboundCallsInterceptor {
  constructor(private readonly context: Context) {}

  async execute(
    ...[input, next]: Parameters<NonNullable<ActivityInboundCallsInterceptor['execute']>>
  ): Promise<unknown> {
    try {
      return await next(input);
    } catch (error) {
      throw error instanceof AppError ? toFailure(error, this.context.info.attempt) : error;
    }
  }
}

/** The failure to report for the given attempt, counted from 1. */
export function toFailure(error: AppError, attempt: number): ApplicationFailure {
  return ApplicationFailure.create({
    type: error.code,
    message: error.message,
    nonRetryable: attempt >= maxAttempts[errorCatalog[error.code].retry],
    cause: error,
    ...(error.retryAfterMs === undefined ? {} : { nextRetryDelay: error.retryAfterMs }),
  });
}
