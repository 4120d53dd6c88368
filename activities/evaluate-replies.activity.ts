import { cancellationSignal, log } from '@temporalio/activity';
import type { ReplyEvaluation } from '../src/evaluation/online/reply-evaluation';
import type { EvaluatedReplies, ReplyBatch } from '../workflows/contracts';
import { withHeartbeat } from './with-heartbeat';

export function createEvaluateReplies({ replyEvaluation }: { replyEvaluation: ReplyEvaluation }) {
  /** Evaluates the next replies of a conversation; repeated, it skips those that an earlier try has evaluated. */
  return function evaluateReplies(batch: ReplyBatch): Promise<EvaluatedReplies> {
    const signal = cancellationSignal();
    const onFailure = (messageId: string, error: unknown) =>
      log.warn('reply was not evaluated', { messageId, error });
    return withHeartbeat(() => replyEvaluation.evaluateReplies(batch, { signal, onFailure }));
  };
}
