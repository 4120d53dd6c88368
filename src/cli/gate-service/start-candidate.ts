import { createHash } from 'node:crypto';
import type { Experiment } from '../../../packages/client';
import { ALPHA, type GateRule, points } from '../../../packages/gate';
import { type Candidate, requestOf } from './candidate';
import type { GateService } from './gate-service';
import { type Opponent, rejectOtherJudge } from './opponent';
import type { PlannedEffect } from './plan-effect';
import type { Selection } from './selection';
import { gateKey, startOnce } from './start-once';

export interface StartedCandidate {
  experiment: Experiment;
  rule: GateRule;
}

export interface StartOptions {
  opponent: Opponent;
  selection: Selection;
  effect: PlannedEffect;
  metric: string;
  /** Of the cost limit. */
  share: number;
}

/**
 * Starts the experiment of a candidate, or finds that of an earlier gate, whose minimum effect holds.
 * @throws Error if its judge is not that of the opponent, AssayError
 */
export async function startCandidate(
  service: GateService,
  candidate: Candidate,
  { opponent, selection, effect, metric, share }: StartOptions,
): Promise<StartedCandidate> {
  const { minEffect, source } = effect;
  const experiment = await startOnce(service, {
    key: gateKey({
      ...candidate.identity,
      metric,
      against: identityOf(opponent),
      // What the set detects changes with each experiment.
      minEffect: source === 'given' ? minEffect : source,
    }),
    name: `${candidate.label}, minimum effect ${toPoints(minEffect)}pt`,
    request: {
      ...requestOf(candidate, share),
      ...selection.fields,
      ...(opponent.kind === 'baseline' && {
        stop_when: { decided: true, alpha: ALPHA, min_effect: minEffect, alternative: 'worse' },
      }),
    },
  });
  rejectOtherJudge(experiment, opponent);
  const rule = { alpha: ALPHA, minEffect: effectOf(experiment) ?? minEffect };
  const isOwn = service.started.has(experiment.id);
  service.say(
    `${isOwn ? 'Started' : 'Found, started earlier for this commit:'} ${service.urlOf(experiment.id)}`,
  );
  if (rule.minEffect !== minEffect)
    service.say(`Minimum effect: ${points(rule.minEffect)}, as when it was started.`);
  return { experiment, rule };
}

/** The minimum effect that an experiment was started with. */
function effectOf({ stop_when: rule, name }: Experiment): number | null {
  if (rule !== null) return rule.min_effect;
  const [, given] = /, minimum effect (\d+(?:\.\d+)?)pt, /.exec(name) ?? [];
  return given === undefined ? null : Number(given) / 100;
}

const toPoints = (share: number) => Number((100 * share).toFixed(6));

function identityOf(opponent: Opponent): string {
  if (opponent.kind === 'baseline') return opponent.kind;
  if (opponent.kind === 'experiment') return opponent.experiment.id;
  return createHash('sha256').update(opponent.text).digest('base64url');
}
