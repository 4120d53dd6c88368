import { createHash } from 'node:crypto';
import { Semaphore } from 'async-mutex';
import type { EvaluateOptions } from '../evaluator';
import { askJudge } from './ask-judge';
import type { JudgeFailure } from './judge-failure';
import { addUsage, type JudgeUsage, nothingSpent } from './judge-usage';
import type { Judge, Question } from './question';

/** An answer that could be read, with what it took to get it. */
export interface KeptAnswer {
  text: string;
  usage: JudgeUsage;
}

/** Keeps answers for further attempts at an evaluation. */
export interface AnswerStore {
  find(key: string): Promise<KeptAnswer | null>;
  keep(key: string, answer: KeptAnswer): Promise<void>;
}

/** How many questions of one evaluation are asked at once. */
const askedAtOnce = 4;

/** The calls of one evaluation. */
export class JudgeCalls {
  /** What all calls took so far, those of earlier attempts whose answers are used included. */
  usage: JudgeUsage = nothingSpent;

  constructor(
    private readonly judge: Judge,
    private readonly store: AnswerStore,
    private readonly options: EvaluateOptions,
  ) {}

  /**
   * Asks every question. After a failure nothing more is begun, but what is under way is waited for, so that its
   * answers are kept. `answers` has undefined where there is none.
   * @throws what is worth another evaluation, and the reason of an aborted signal
   */
  async askAll<Answer>(
    questions: readonly Question<Answer>[],
  ): Promise<{ answers: (Answer | undefined)[]; failure: JudgeFailure | null }> {
    const permits = new Semaphore(askedAtOnce);
    const answers = questions.map((): Answer | undefined => undefined);
    const failures: JudgeFailure[] = [];
    const thrown: unknown[] = [];
    const ask = async (question: Question<Answer>, index: number) => {
      if (failures.length + thrown.length > 0) return;
      try {
        const outcome = await this.ask(question);
        if ('answer' in outcome) answers[index] = outcome.answer;
        else failures.push(outcome);
      } catch (error) {
        thrown.push(error);
      }
    };
    await Promise.all(questions.map((question, index) => permits.runExclusive(() => ask(question, index))));
    if (thrown.length > 0) throw thrown[0];
    return { answers, failure: failures[0] ?? null };
  }

  /** Asks a question unless an earlier attempt has been answered. */
  private async ask<Answer>(question: Question<Answer>): Promise<{ answer: Answer } | JudgeFailure> {
    const key = this.keyOf(question);
    const kept = key === null ? null : await this.store.find(key);
    const known = kept === null ? null : question.read(kept.text);
    if (kept !== null && known !== null) {
      this.usage = addUsage(this.usage, kept.usage);
      return { answer: known };
    }
    const outcome = await askJudge(this.judge, question, this.options);
    this.usage = addUsage(this.usage, outcome.usage);
    if ('thrown' in outcome) throw outcome.thrown;
    if ('failure' in outcome) return outcome.failure;
    if (key !== null) await this.store.keep(key, outcome);
    return outcome;
  }

  private keyOf<Answer>({ prompt }: Question<Answer>): string | null {
    const { evaluationKey } = this.options;
    if (evaluationKey === undefined) return null;
    const { provider, model } = this.judge.model;
    const identity = JSON.stringify([evaluationKey, provider, model, prompt('')]);
    return createHash('sha256').update(identity).digest('hex');
  }
}
