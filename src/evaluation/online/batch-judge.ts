import { createLinkedController } from '../../../packages/concurrency';
import type { EvaluationInput } from '../../../packages/detector';
import type { Message } from '../../../packages/formats';
import type { Verdict } from '../../conversations/evaluations/verdict';
import type { StoredMessage } from '../../conversations/transcript/conversation';
import type { Evaluator } from '../judgment/evaluator';
import { dropUnanchored, toCopyable } from '../judgment/judge';

type EvaluateReplies = NonNullable<Evaluator['evaluateReplies']>;
type Failure = { error: unknown };

/**
 * Judges the replies of a conversation in batches: the requested reply is judged together with as many later
 * ones as the evaluator has time for. Their verdicts are stored until they are requested.
 */
export class BatchJudge {
  private readonly positions = new Map<string, number>();
  private readonly verdicts = new Map<number, Verdict>();
  private readonly waiting = new Map<number, () => void>();
  private inProgress: Promise<Failure | null> | null = null;
  private readonly conversation: EvaluationInput;
  private readonly judging: AbortController;

  /** `replies` must be messages of the conversation, in order. */
  constructor(
    private readonly workspaceId: string,
    conversation: EvaluationInput,
    replies: readonly StoredMessage[],
    signal: AbortSignal,
  ) {
    this.conversation = toCopyable(conversation);
    this.judging = createLinkedController(signal);
    const replyIds = new Set(replies.map(({ id }) => id));
    (conversation.messages as StoredMessage[]).forEach(({ id }, position) => {
      if (replyIds.has(id)) this.positions.set(id, position);
    });
  }

  /**
   * Returns the verdict on one of the replies; may be called once per reply.
   * @throws like the evaluator if it began with this reply; other replies can still be judged
   */
  async judge({ id }: StoredMessage, evaluateReplies: EvaluateReplies): Promise<Verdict> {
    const position = this.positions.get(id);
    if (position === undefined) throw new RangeError(`Message ${id} is not one of the replies`);
    for (;;) {
      const isFirst = this.inProgress === null;
      this.inProgress ??= this.judgeFrom(position, evaluateReplies).finally(() => {
        this.inProgress = null;
      });
      const failure = await this.waitFor(position, this.inProgress);
      const verdict = this.verdicts.get(position);
      if (verdict !== undefined) {
        this.verdicts.delete(position);
        this.positions.delete(id);
        return verdict;
      }
      if (isFirst) throw failure?.error ?? new Error('The evaluator returned no verdict');
    }
  }

  /** Resolves when the evaluator is done, with its error if it throws. */
  private async judgeFrom(first: number, evaluateReplies: EvaluateReplies): Promise<Failure | null> {
    const { conversation, verdicts, waiting } = this;
    const { signal } = this.judging;
    const positions = [...this.positions.values()].filter(
      (position) => position >= first && !verdicts.has(position),
    );
    const onVerdict = (position: number, verdict: Verdict) => {
      verdicts.set(position, dropUnanchored(verdict, conversation.messages[position] as Message));
      waiting.get(position)?.();
    };
    try {
      await evaluateReplies(conversation, positions, { signal, workspaceId: this.workspaceId, onVerdict });
      return null;
    } catch (error) {
      return { error };
    }
  }

  /** Resolves when the verdict is available, or else when the batch has ended. */
  private async waitFor(position: number, inProgress: Promise<Failure | null>): Promise<Failure | null> {
    if (this.verdicts.has(position)) return null;
    const verdict = new Promise<null>((resolve) => this.waiting.set(position, () => resolve(null)));
    const failure = await Promise.race([verdict, inProgress]);
    this.waiting.delete(position);
    return failure;
  }

  /** Aborts the batch in progress; no more verdicts are requested. */
  close(): void {
    this.judging.abort(new Error('No more verdicts are requested'));
  }
}
