import type { NoVerdictReason } from '../../conversations/evaluations/verdict';
import { AppError } from '../../platform/errors/app-error';
import type { ChatReply } from '../../providers/chat-model';

/** Why a judge could not judge. */
export interface JudgeFailure {
  reason: NoVerdictReason;
  message: string;
}

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
const filtered = /content[ _-]?(filter|management|policy)|content was flagged/i;
const schemaRefused = /response_?format|json_?schema|structured[ _-]?output|guided|grammar/i;

/**
 * What a failed call to the judge's model means for the verdict; null where trying again later may help (the
 * provider is busy or down) and where it is no failure of the provider.
 */
export function failureOfError(error: unknown): JudgeFailure | null {
  if (!(error instanceof AppError)) return null;
  const { code, message } = error;
  switch (code) {
    case 'provider_timeout':
      return { reason: 'timeout', message };
    case 'provider_reply_unreadable':
      return { reason: reasonOfEmptyReply(message), message };
    case 'provider_rejected':
      return { reason: reasonOfRejection(message), message };
    default:
      return null;
  }
}

/** Why an answer is none, whatever its text says; null where there is no such reason. */
export function failureOfReply({ finishReason, message }: ChatReply): JudgeFailure | null {
  if (finishReason === 'length')
    return { reason: 'too_long', message: 'The answer of the judge was cut off' };
  if (finishReason === 'content_filter') {
    return { reason: 'content_filter', message: 'The answer of the judge was filtered by its provider' };
  }
  if (message.parts.some(({ type }) => type === 'refusal')) {
    return { reason: 'refused', message: 'The judge refused to answer' };
  }
  return null;
}

/** Whether a server refused the request because it knows no structured output. */
export function isSchemaRefusal(error: unknown): boolean {
  return error instanceof AppError && error.code === 'provider_rejected' && schemaRefused.test(error.message);
}

function reasonOfRejection(message: string): NoVerdictReason {
  if (filtered.test(message)) return 'content_filter';
  return contextExceeded.test(message) ? 'too_long' : 'provider_error';
}

/** A reply without any content comes with the reason it stopped for. */
function reasonOfEmptyReply(message: string): NoVerdictReason {
  if (message.includes('finish_reason content_filter')) return 'content_filter';
  return message.includes('finish_reason length') ? 'too_long' : 'unreadable_judge_output';
}
