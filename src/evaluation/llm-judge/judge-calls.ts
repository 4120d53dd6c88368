import { createHash } from 'node:crypto';
import { Semaphore } from 'async-mutex';
import { nextSlice } from '../../platform/concurrency/work-slices';
import type { EvaluateOptions } from '../judgement/evaluator';
import { callJudge } from './call-judge';
import type { JudgeFailure } from './judge-failure';
import type { Judge, JudgeRequest } from './judge-request';
import { addUsage, isCharged, type JudgeUsage, noUsage } from './judge-usage';

/** What came of a question so far, with what all calls for it took. */
export interface CachedJudgeReply {
  /** Null while there is no answer that could be read. */
  text: string | null;
  usage: JudgeUsage;
}

/** Keeps answers, and what was charged for calls without one, for further attempts at an evaluation. */
export interface JudgeReplyCache {
  find(key: string): Promise<CachedJudgeReply | null>;
  /** Replaces what is kept, unless that is an answer. */
  keep(key: string, answer: CachedJudgeReply, workspaceId: string | null): Promise<void>;
}

const nothingCached: CachedJudgeReply = { text: null, usage: noUsage };

/** How many questions of one evaluation are asked at once. */
const maxConcurrentCalls = 4;

/** The calls of one evaluation. */
export class JudgeCalls {
  /** What all calls took so far, with those of earlier attempts as far as they were kept. */
  usage: JudgeUsage = noUsage;

  constructor(
    private readonly judge: Judge,
    private readonly store: JudgeReplyCache,
    private readonly options: EvaluateOptions,
  ) {}

  /**
   * Asks every question. After a failure nothing more is begun, but what is under way is waited for, so that its
   * answers are kept. `answers` has undefined where there is none.
   * @throws what is worth another evaluation, and the reason of an aborted signal
   */
  async callAll<Answer>(
    questions: readonly JudgeRequest<Answer>[],
  ): Promise<{ answers: (Answer | undefined)[]; failure: JudgeFailure | null }> {
    const permits = new Semaphore(maxConcurrentCalls);
    const answers = questions.map((): Answer | undefined => undefined);
    const failures: JudgeFailure[] = [];
    const thrown: unknown[] = [];
    const isStopped = () => failures.length + thrown.length > 0;
    const ask = async (question: JudgeRequest<Answer>, index: number) => {
      try {
        const outcome = await this.ask(question, isStopped);
        if (outcome === null) return;
        if ('answer' in outcome) answers[index] = outcome.answer;
        else failures.push(outcome);
      } catch (error) {
        thrown.push(error);
      }
    };
    await Promise.all(questions.map((question, index) => permits.runExclusive(() => ask(question, index))));
    if (thrown.length > 0) {
      this.options.onFailed?.(this.usage);
      throw thrown[0];
    }
    return { answers, failure: failures[0] ?? null };
  }

  /**
   * Asks a question unless an earlier attempt has been answered. Null where there is no answer and nothing more may
   * be begun; what earlier attempts at it took counts all the same.
   */
  private async ask<Answer>(
    question: JudgeRequest<Answer>,
    isStopped: () => boolean,
  ): Promise<{ answer: Answer } | JudgeFailure | null> {
    await nextSlice(this.options.signal); // the prompt of a window may have megabytes
    const key = this.keyOf(question);
    const kept = (key === null ? null : await this.store.find(key)) ?? nothingCached;
    const known = kept.text === null ? null : question.read(kept.text);
    if (known !== null || isStopped()) {
      this.usage = addUsage(this.usage, kept.usage);
      return known === null ? null : { answer: known };
    }
    const outcome = await callJudge(this.judge, question, this.options, kept.usage);
    const { usage } = outcome;
    this.usage = addUsage(this.usage, usage);
    const text = 'text' in outcome ? outcome.text : null;
    if (key !== null && (text !== null || isCharged(usage))) {
      await this.store.keep(key, { text, usage }, this.options.workspaceId ?? null);
    }
    if ('thrown' in outcome) throw outcome.thrown;
    return 'failure' in outcome ? outcome.failure : outcome;
  }

  private keyOf<Answer>({ prompt }: JudgeRequest<Answer>): string | null {
    const { evaluationKey } = this.options;
    if (evaluationKey === undefined) return null;
    const { provider, model } = this.judge.model;
    const identity = JSON.stringify([evaluationKey, provider, model, prompt('')]);
    return createHash('sha256').update(identity).digest('hex');
  }
}
