import { AssayError } from '../../../packages/client';
import { maskKeys } from '../../platform/security/mask-keys';
import { StrategyError } from './strategies/strategy';

const MAX_MESSAGE_LENGTH = 4_096;

/** The runner was stopped while it worked on a run. */
export class RunnerStoppedError extends Error {
  override readonly name = 'RunnerStoppedError';
}

/**
 * Describes the error that ended an attempt: a code for `non_retryable_error_codes` of a run, and at most
 * 4,096 characters, with `secrets` and anything that looks like an API key redacted.
 */
export function describeFailure(
  error: unknown,
  secrets: readonly string[],
): { errorCode: string; errorMessage: string } {
  const message = error instanceof Error ? error.message || error.name : String(error);
  const scrubbed = secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), maskKeys(message));
  return { errorCode: codeOf(error), errorMessage: scrubbed.slice(0, MAX_MESSAGE_LENGTH).toWellFormed() };
}

function codeOf(error: unknown): string {
  if (error instanceof StrategyError) return error.code;
  if (error instanceof AssayError) return 'api_error';
  return 'strategy_error';
}
