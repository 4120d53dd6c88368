import { isCutOff } from '../../../packages/detector';
import type { NoVerdictReason } from '../../conversations/evaluations/verdict';
import { AppError } from '../../platform/errors/app-error';
import { isFiltered } from '../../providers/chat-completion';
import type { ChatReply } from '../../providers/chat-model';

/** Why a judge reached no verdict. */
export interface JudgeFailure {
  reason: NoVerdictReason;
  message: string;
}

/** Providers have no common error code for this, so the message is matched. */
const contextExceeded = new RegExp(
  [
    'context[ _-]?(length|window|limit|size)',
    '(prompt|input|request|messages?)\\b[^.]*\\btoo (long|large)',
    'too many (input |prompt )?tokens',
    'exceed\\w*\\b[^.]*\\btokens',
  ].join('|'),
  'i',
);
const filtered = /content[ _-]?(filter|management|policy)|content was flagged/i;
const schemaRefused = /response_?format|json_?schema|structured[ _-]?output|guided|grammar/i;

/**
 * Maps a failed model call to the reason of a `no_verdict`; null if a retry later may succeed (the provider
 * is busy or down), or if it is no failure of the provider.
 */
export function failureOfError(error: unknown): JudgeFailure | null {
  if (!(error instanceof AppError)) return null;
  const { code, message } = error;
  switch (code) {
    case 'provider_timeout':
      return { reason: 'timeout', message };
    case 'provider_reply_unreadable':
      return { reason: 'unreadable_judge_output', message };
    case 'provider_reply_filtered':
      return { reason: 'content_filter', message };
    case 'provider_reply_truncated':
      return { reason: 'too_long', message };
    case 'provider_rejected':
      return { reason: reasonOfRejection(message), message };
    default:
      return null;
  }
}

/** Why a reply is unusable regardless of its text; null if it is usable. */
export function failureOfReply({ finishReason, message }: ChatReply): JudgeFailure | null {
  if (isCutOff(finishReason)) return { reason: 'too_long', message: 'The reply of the judge was truncated' };
  if (isFiltered(finishReason)) {
    return {
      reason: 'content_filter',
      message: 'The reply of the judge was blocked by the content filter of its provider',
    };
  }
  if (message.parts.some(({ type }) => type === 'refusal')) {
    return { reason: 'refused', message: 'The judge refused the request' };
  }
  return null;
}

/** Whether a server rejected the request because it does not support structured output. */
export function isSchemaRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'provider_rejected' && schemaRefused.test(error.message);
}

function reasonOfRejection(message: string): NoVerdictReason {
  if (filtered.test(message)) return 'content_filter';
  return contextExceeded.test(message) ? 'too_long' : 'provider_error';
}
