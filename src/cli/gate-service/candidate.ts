import type { BodyOf } from '../../../packages/client';
import { readText } from '../shared/file-errors';
import { resolveCommit } from './commit';
import type { GateService } from './gate-service';
import { findGateSet, type GateSet } from './gate-set';

export interface CandidateOptions {
  /** `name`, or `name@version`. */
  set: string;
  model: string;
  /** The file with the system prompt. */
  systemPrompt?: string;
  commit?: string;
  /** US dollars. */
  maxCost?: number;
}

/** A change that a gate decides about. */
export interface Candidate {
  set: GateSet;
  model: string;
  commit: string;
  prompt: string | null;
  maxCostCents: number | null;
  /** What makes it the same candidate in a later invocation. */
  identity: Record<string, unknown>;
  /** The first words of the names of its experiments. */
  label: string;
}

/** @throws Error if the set, the file or a commit is missing */
export async function findCandidate(
  service: GateService,
  { set: reference, model, systemPrompt, commit: given, maxCost }: CandidateOptions,
  env: NodeJS.ProcessEnv,
): Promise<Candidate> {
  const commit = await resolveCommit(given, env);
  const prompt = systemPrompt === undefined ? null : await readText(systemPrompt);
  const set = await findGateSet(service, reference);
  const maxCostCents = maxCost === undefined ? null : 100 * maxCost;
  return {
    set,
    model,
    commit,
    prompt,
    maxCostCents,
    identity: { commit, set: set.reference, model, prompt, maxCostCents },
    label: `gate ${set.reference} ${commit.slice(0, 12)}`,
  };
}

/** The fields that all its experiments have; `share` of the cost limit is for this one. */
export function requestOf(
  { model, prompt, maxCostCents }: Candidate,
  share = 1,
): Pick<BodyOf<'POST /v1/experiments'>, 'model' | 'system_prompt_override' | 'max_cost_cents'> {
  return {
    model,
    ...(prompt !== null && { system_prompt_override: prompt }),
    ...(maxCostCents !== null && { max_cost_cents: maxCostCents * share }),
  };
}
