import { AppError } from '../../errors/app-error';
import type { NoVerdictReason } from '../evaluator';

/** Providers have no common code for it, so it is told from their message. */
const contextExceeded = new RegExp(
  [
    'context[ _-]?(length|window|limit|size)',
    '(prompt|input|request|messages?)\\b[^.]*\\btoo (long|large)',
    'too many (input |prompt )?tokens',
    'exceed\\w*\\b[^.]*\\btokens',
  ].join('|'),
  'i',
);

/**
 * What a failed call to the judge's model means for the verdict.
 * @throws the error itself where trying again later may help (the provider is busy or down) or where it is
 * no failure of the provider
 */
export function reasonOfFailure(error: unknown): { reason: NoVerdictReason; message: string } {
  if (!(error instanceof AppError)) throw error;
  const { code, message } = error;
  switch (code) {
    case 'provider_timeout':
      return { reason: 'timeout', message };
    case 'provider_reply_unreadable':
      return { reason: 'unreadable_judge_output', message };
    case 'provider_rejected':
      return { reason: contextExceeded.test(message) ? 'too_long' : 'provider_error', message };
    default:
      throw error;
  }
}
