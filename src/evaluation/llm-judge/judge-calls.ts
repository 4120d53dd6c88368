import { createHash } from 'node:crypto';
import { Semaphore } from 'async-mutex';
import { nextSlice } from '../../../packages/concurrency';
import type { EvaluateOptions } from '../judgment/evaluator';
import { callJudge } from './call-judge';
import type { JudgeFailure } from './judge-failure';
import type { Judge, JudgeRequest } from './judge-request';
import { addUsage, isCharged, type JudgeUsage, noUsage } from './judge-usage';

/** The reply to a request, with the usage of all calls for it. */
export interface CachedJudgeReply {
  /** Null if there is no readable reply yet. */
  text: string | null;
  usage: JudgeUsage;
}

/** Caches replies, and the usage of calls without a readable reply, for retries of an evaluation. */
export interface JudgeReplyCache {
  find(key: string): Promise<CachedJudgeReply | null>;
  /** Replaces the cached entry unless that has a reply. */
  save(key: string, reply: CachedJudgeReply, workspaceId: string | null): Promise<void>;
}

const nothingCached: CachedJudgeReply = { text: null, usage: noUsage };

/** Maximum number of concurrent requests of one evaluation. */
const maxConcurrentCalls = 4;

/** The calls of one evaluation. */
export class JudgeCalls {
  /** The usage of all calls so far, including cached calls of earlier tries. */
  usage: JudgeUsage = noUsage;

  constructor(
    private readonly judge: Judge,
    private readonly cache: JudgeReplyCache | null,
    private readonly options: EvaluateOptions,
  ) {}

  /**
   * Sends all requests. After a failure no further request is sent, but calls in flight are awaited, so that
   * their replies are cached. `results` has undefined for a request without a result.
   * @throws errors after which the evaluation can be retried, and the abort reason of the signal
   */
  async callAll<Result>(
    requests: readonly JudgeRequest<Result>[],
  ): Promise<{ results: (Result | undefined)[]; failure: JudgeFailure | null }> {
    const permits = new Semaphore(maxConcurrentCalls);
    const results = requests.map((): Result | undefined => undefined);
    const failures: JudgeFailure[] = [];
    const thrown: unknown[] = [];
    const isStopped = () => failures.length + thrown.length > 0;
    const call = async (request: JudgeRequest<Result>, index: number) => {
      try {
        const outcome = await this.call(request, isStopped);
        if (outcome === null) return;
        if ('result' in outcome) results[index] = outcome.result;
        else failures.push(outcome);
      } catch (error) {
        thrown.push(error);
      }
    };
    await Promise.all(requests.map((request, index) => permits.runExclusive(() => call(request, index))));
    if (thrown.length > 0) {
      this.options.onFailed?.(this.usage);
      throw thrown[0];
    }
    return { results, failure: failures[0] ?? null };
  }

  /**
   * Sends a request unless its reply is cached. Null if there is no cached reply and `isStopped` forbids new
   * calls; the cached usage of earlier tries counts nevertheless.
   */
  private async call<Result>(
    request: JudgeRequest<Result>,
    isStopped: () => boolean,
  ): Promise<{ result: Result } | JudgeFailure | null> {
    await nextSlice(this.options.signal); // the prompt of a window may have megabytes
    const key = this.keyOf(request);
    const cached = (key === null ? null : await this.cache?.find(key)) ?? nothingCached;
    const cachedResult = cached.text === null ? null : request.parse(cached.text);
    if (cachedResult !== null || isStopped()) {
      this.usage = addUsage(this.usage, cached.usage);
      return cachedResult === null ? null : { result: cachedResult };
    }
    const outcome = await callJudge(this.judge, request, this.options, cached.usage);
    const { usage } = outcome;
    this.usage = addUsage(this.usage, usage);
    const text = 'text' in outcome ? outcome.text : null;
    if (key !== null && (text !== null || isCharged(usage))) {
      await this.cache?.save(key, { text, usage }, this.options.workspaceId ?? null);
    }
    if ('thrown' in outcome) throw outcome.thrown;
    return 'failure' in outcome ? outcome.failure : outcome;
  }

  private keyOf<Result>({ prompt }: JudgeRequest<Result>): string | null {
    const { evaluationKey } = this.options;
    if (evaluationKey === undefined) return null;
    const { provider, model } = this.judge.model;
    const identity = JSON.stringify([evaluationKey, provider, model, prompt('')]);
    return createHash('sha256').update(identity).digest('hex');
  }
}
