import { groupBy } from '../../platform/group-by';
import type { WindowLimit } from '../store/experiment';

/** An experiment whose items compete for slots of workers and permits of providers. */
export interface RunningExperiment {
  id: string;
  workspaceId: string;
  /** Names of the providers that its items call. */
  providers: readonly string[];
  /** Items that it would have in flight if nothing else was running. */
  demand: number;
}

/** How many items an experiment may have in flight, and what makes that fewer than its demand; null: nothing. */
export interface SlotShare {
  window: number;
  limit: WindowLimit | null;
}

/** The capacity of all workers together. */
export interface SlotCapacity {
  slots: number;
  /** Maximum number of items in flight for a provider. */
  itemsOf(provider: string): number;
}

/**
 * Computes how many items each experiment may have in flight (possibly 0), so that
 * - the number of items in flight for a provider is close to its number of permits; other items wait in their
 *   workflow instead of occupying a slot;
 * - providers and slots are shared equally by workspace, then by experiment, and unused shares go to others;
 * - with n workspaces each gets at most 1/(n + 1) of the slots, so that a new one finds free slots.
 */
export function shareSlots(
  experiments: readonly RunningExperiment[],
  { slots, itemsOf }: SlotCapacity,
): Map<string, SlotShare> {
  const shares = new Map(
    experiments.map(({ id, demand }): [string, SlotShare] => [id, { window: demand, limit: null }]),
  );
  const windowOf = (id: string) => shares.get(id)?.window ?? 0;
  const narrow = (windows: Map<string, number>, limit: WindowLimit) => {
    for (const [id, window] of windows) if (window < windowOf(id)) shares.set(id, { window, limit });
  };
  for (const provider of new Set(experiments.flatMap(({ providers }) => providers))) {
    const rivals = experiments.filter(({ providers }) => providers.includes(provider));
    narrow(shareByWorkspace(rivals, itemsOf(provider)), 'provider');
  }
  const byWorkspace = groupByWorkspace(experiments);
  const slotsEach = Math.max(1, Math.floor(slots / (byWorkspace.length + 1)));
  for (const ofWorkspace of byWorkspace) {
    const windows = allocateFairly(
      slotsEach,
      ofWorkspace.map(({ id }) => windowOf(id)),
    );
    narrow(new Map(ofWorkspace.map(({ id }, index) => [id, windows[index] ?? 0])), 'share');
  }
  return shares;
}

/** Shares `capacity` items equally by workspace, then by experiment. */
function shareByWorkspace(experiments: readonly RunningExperiment[], capacity: number): Map<string, number> {
  const byWorkspace = groupByWorkspace(experiments);
  // With more workspaces than capacity, each gets one item: they compete for permits, which is fairer than
  // none for some.
  const parts = allocateFairly(
    Math.max(capacity, byWorkspace.length),
    byWorkspace.map((ofWorkspace) => ofWorkspace.reduce((sum, { demand }) => sum + demand, 0)),
  );
  return new Map(
    byWorkspace.flatMap((ofWorkspace, index) => {
      const shares = allocateFairly(
        parts[index] ?? 0,
        ofWorkspace.map(({ demand }) => demand),
      );
      return ofWorkspace.map(({ id }, place): [string, number] => [id, shares[place] ?? 0]);
    }),
  );
}

function groupByWorkspace(experiments: readonly RunningExperiment[]): RunningExperiment[][] {
  return [...groupBy(experiments, ({ workspaceId }) => workspaceId).values()];
}

/**
 * Max-min fair shares in whole numbers: no share exceeds its demand, and no share can grow without shrinking
 * a smaller one. If the capacity is less than one each, the first in order get it.
 */
export function allocateFairly(capacity: number, demands: readonly number[]): number[] {
  const shares = demands.map(() => 0);
  let remaining = capacity;
  let unmet = demands.flatMap((demand, index) => (demand > 0 ? [index] : []));
  while (remaining > 0 && unmet.length > 0) {
    const step = Math.max(1, Math.floor(remaining / unmet.length));
    for (const index of unmet.slice(0, remaining)) {
      const addition = Math.min(step, remaining, (demands[index] ?? 0) - (shares[index] ?? 0));
      shares[index] = (shares[index] ?? 0) + addition;
      remaining -= addition;
    }
    unmet = unmet.filter((index) => (shares[index] ?? 0) < (demands[index] ?? 0));
  }
  return shares;
}
