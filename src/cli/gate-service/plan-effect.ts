import { ALPHA, findDetectableEffect, type Looks, POWER, percent, points } from '../../../packages/gate';
import { pairsFor, pairsForAnyLook } from '../../../packages/statistics';
import { parsePoints } from '../gate/min-effect';
import { formatNumber, numbered } from '../shared/wording';
import type { GateService } from './gate-service';

/** The smallest share of pairs that is assumed to differ; the service assumes at least its `min_effect`. */
const MIN_SPREAD = 0.01;

/** What a service accepts as a minimum effect. */
const MIN_EFFECT = 0.001;
const MAX_EFFECT = 0.99;

export interface PlannedEffect {
  minEffect: number;
  source: 'given' | 'tellable';
}

/**
 * The minimum effect: as given, or the smallest that so many conversations detect, given how often replies to one
 * conversation differed in past experiments. Says which, before anything runs.
 * @throws Error if it has another form, or so few conversations show no worsening
 */
export async function planEffect(
  { client, signal, say }: GateService,
  { given, conversations, looks }: { given: string | undefined; conversations: number; looks: Looks },
): Promise<PlannedEffect> {
  const minEffect = given === undefined ? null : parseServiceEffect(given);
  const planRequest = { alpha: ALPHA, power: POWER, min_effect: MIN_SPREAD };
  const plan = await client.experiments.plan(planRequest, { signal });
  const { discordance, discordance_source: source, past_pairs_count: pairs } = plan;
  const effect = findDetectableEffect(conversations, { spread: { discordance }, looks, alpha: ALPHA });
  const detectableEffect = effect === null || effect > MAX_EFFECT ? null : effect;
  const noise = source === 'default' ? 'assumed' : `${numbered(pairs, 'pair')} of past experiments`;
  say(
    `${numbered(conversations, 'conversation')} show ` +
      `${detectableEffect === null ? 'no worsening' : `a worsening of ${points(detectableEffect)} or more with a power of 80%`}, ` +
      `if ${percent(discordance)} of pairs differ (${noise}).`,
  );
  if (minEffect !== null) {
    say(
      `Minimum effect: ${points(minEffect)}${lackOf(minEffect, { detectableEffect, discordance, looks })}.`,
    );
    return { minEffect, source: 'given' };
  }
  if (detectableEffect === null)
    throw new Error(
      `A set of ${numbered(conversations, 'conversation')} cannot show a worsening of any size`,
    );
  say(`Minimum effect: ${points(detectableEffect)}.`);
  return { minEffect: detectableEffect, source: 'tellable' };
}

function parseServiceEffect(text: string): number {
  const effect = parsePoints(text);
  if (effect < MIN_EFFECT || effect > MAX_EFFECT)
    throw new Error(`--min-effect: a service accepts 0.1 to 99 points, not "${text}"`);
  return effect;
}

/** What a minimum effect needs that is smaller than the set detects. */
function lackOf(
  effect: number,
  {
    detectableEffect,
    discordance,
    looks,
  }: { detectableEffect: number | null; discordance: number; looks: Looks },
): string {
  if (detectableEffect !== null && detectableEffect <= effect) return '';
  const count = looks === 'once' ? pairsFor : pairsForAnyLook;
  const needed = count(
    { difference: effect, discordance: Math.max(discordance, effect) },
    { alpha: 2 * ALPHA, power: POWER },
  );
  return `, which needs ${needed === null ? 'more than 10,000' : formatNumber(needed)} conversations`;
}
