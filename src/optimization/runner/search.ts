import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AssayClient, AssayError, type Candidate, type ClaimedRun } from '../../../packages/client';
import type { Proposal, Strategy } from './strategies/strategy';

const FIRST_POLL_MS = 500;
const MAX_POLL_MS = 5_000;
const OPEN: readonly string[] = ['waiting', 'measuring'] satisfies Candidate['status'][];
/** Errors that end the search but not the attempt: candidates measured so far remain valid. */
const LIMITS: readonly (string | null)[] = ['candidate_limit_reached', 'cost_limit_reached'];

export interface SearchOptions {
  client: AssayClient;
  claimed: ClaimedRun;
  strategy: Strategy;
  signal: AbortSignal;
  /** Called before each call of the strategy. */
  onTurn(): void;
}

/**
 * Repeatedly requests candidates from the strategy and waits until they are measured, until the strategy
 * proposes none or a limit of the run is reached. Resolves to all candidates in the order of their proposals,
 * measured or failed.
 */
export async function searchCandidates(options: SearchOptions): Promise<Candidate[]> {
  const { client, claimed, strategy, signal, onTurn } = options;
  let tried: Candidate[] = [];
  for (;;) {
    onTurn();
    const proposals = await strategy.propose({ run: claimed.run, tried, client, signal });
    signal.throwIfAborted();
    const { ids, isLimited } = await proposeAll(options, proposals);
    const triedIds = tried.map(({ id }) => id);
    const fresh = [...new Set(ids)].filter((id) => !triedIds.includes(id));
    if (fresh.length > 0) tried = await waitUntilMeasured(options, [...triedIds, ...fresh]);
    if (isLimited || fresh.length === 0) return tried;
  }
}

async function proposeAll(
  { client, claimed, signal }: SearchOptions,
  proposals: readonly Proposal[],
): Promise<{ ids: string[]; isLimited: boolean }> {
  const ids: string[] = [];
  for (const proposal of proposals) {
    try {
      const { systemPrompt, model, note } = proposal;
      const candidate = { candidate_key: keyOf(proposal), system_prompt: systemPrompt, model, note };
      ids.push((await client.runs.propose(claimed, candidate, { signal })).id);
    } catch (error) {
      if (!(error instanceof AssayError && LIMITS.includes(error.type))) throw error;
      return { ids, isLimited: true };
    }
  }
  return { ids, isLimited: false };
}

/** Equal proposals are the same candidate, in every round and attempt. */
function keyOf({ systemPrompt, model, note }: Proposal): string {
  return createHash('sha256')
    .update(JSON.stringify([systemPrompt, model, note]))
    .digest('hex')
    .slice(0, 32);
}

async function waitUntilMeasured(
  { client, claimed, signal }: SearchOptions,
  ids: string[],
): Promise<Candidate[]> {
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 1.5, MAX_POLL_MS)) {
    const candidates = new Map<string, Candidate>();
    for await (const candidate of client.runs.candidates(claimed.run.id, {}, { signal }))
      candidates.set(candidate.id, candidate);
    const proposed = ids.flatMap((id) => candidates.get(id) ?? []);
    if (proposed.length === ids.length && !proposed.some(({ status }) => OPEN.includes(status)))
      return proposed;
    await sleep(pauseMs, undefined, { signal });
  }
}
