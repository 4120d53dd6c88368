import { type Experiment, ValidationError } from '../../../packages/client';
import type { Case } from '../../../packages/gate';
import { describeError } from '../shared/describe-error';
import { type Candidate, requestOf } from './candidate';
import type { GateService } from './gate-service';
import { casesOf } from './item-cases';
import type { PinnedRun } from './pinned-runs';
import { runToEnd } from './run-to-end';
import { gateKey, startOnce } from './start-once';

export interface PinnedResults {
  cases: Case[];
  experiments: Experiment[];
}

/** Runs pinned cases, each kind as an experiment. `replyShare`: the share of the cost limit per reply. */
export async function runPinned(
  service: GateService,
  candidate: Candidate,
  { runs, replyShare }: { runs: readonly PinnedRun[]; replyShare: number },
): Promise<PinnedResults> {
  const results = await Promise.all(
    runs.map(async ({ times, conversationIds }) => {
      const started = await startOnce(service, {
        key: gateKey({ ...candidate.identity, times, conversationIds }),
        name: `${candidate.label}, must pass`,
        request: {
          ...requestOf(candidate, replyShare * times * conversationIds.length),
          conversation_ids: conversationIds,
          samples_per_item: times,
        },
      }).catch((error: unknown) => {
        if (!(error instanceof ValidationError)) throw error;
        throw new Error(`--must-pass: ${describeError(service.describe(error), false)}`, { cause: error });
      });
      service.say(
        `Pinned cases, ${times === 1 ? 'once' : `${times} times`} each: ${service.urlOf(started.id)}`,
      );
      const experiment = await runToEnd(service, started);
      const items = await service.client.experiments
        .items(experiment.id, {}, { signal: service.signal })
        .toArray();
      return { experiment, cases: casesOf(items) };
    }),
  );
  return {
    cases: results.flatMap(({ cases }) => cases),
    experiments: results.map(({ experiment }) => experiment),
  };
}
