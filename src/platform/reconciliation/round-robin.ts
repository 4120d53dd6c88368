import { groupBy } from '../group-by';

/** A position in a list ordered by time, then id. */
export interface Position {
  at: Date;
  id: string;
}

/** A list with entries of many workspaces, which is read in bounded parts. */
export interface RoundRobinSource<Entry> {
  /** Every workspace that has entries, once. */
  listWorkspaces(): Promise<string[]>;
  /** At most `limit` entries of a workspace after a position, in list order; null: from the start. */
  listAfter(workspaceId: string, position: Position | null, limit: number): Promise<Entry[]>;
  positionOf(entry: Entry): Position;
  workspaceOf(entry: Entry): string;
}

export interface Batch<Entry> {
  entries: Entry[];
  /** Whether every workspace was served and has no entries left. */
  isComplete: boolean;
}

/** Returns the next batch of at most `limit` entries. */
export type TakeBatch<Entry> = (limit: number) => Promise<Batch<Entry>>;

/**
 * Reads a list in bounded batches, round robin by workspace. Each batch is shared equally among the
 * workspaces with entries and interleaved, so that a workspace with thousands does not delay another's single
 * one. A workspace continues after its last entry, and restarts at its first when it has reached the end.
 * Positions are in memory: another process starts at the front, which is harmless for idempotent work.
 */
export function createRoundRobin<Entry>(source: RoundRobinSource<Entry>): TakeBatch<Entry> {
  const positions = new Map<string, Position>();
  let lastServed = '';

  return async (limit) => {
    const workspaces = startAfter(await source.listWorkspaces(), lastServed);
    forgetAllBut(positions, workspaces);
    const entries: Entry[] = [];
    let waiting = workspaces;
    while (waiting.length > 0 && entries.length < limit) {
      const share = Math.ceil((limit - entries.length) / waiting.length);
      waiting = await serve(waiting, share, limit, entries);
    }
    return { entries: interleave(entries, source.workspaceOf), isComplete: waiting.length === 0 };
  };

  /** Serves each workspace until the batch is full; returns those with entries left and those not served. */
  async function serve(
    workspaces: string[],
    share: number,
    limit: number,
    entries: Entry[],
  ): Promise<string[]> {
    const waiting: string[] = [];
    for (const [index, workspaceId] of workspaces.entries()) {
      const size = Math.min(share, limit - entries.length);
      if (size === 0) return [...waiting, ...workspaces.slice(index)];
      const page = await source.listAfter(workspaceId, positions.get(workspaceId) ?? null, size);
      const last = page.at(-1);
      if (page.length < size || last === undefined) {
        positions.delete(workspaceId);
      } else {
        positions.set(workspaceId, source.positionOf(last));
        waiting.push(workspaceId);
      }
      entries.push(...page);
      lastServed = workspaceId;
    }
    return waiting;
  }
}

/** The workspaces in a fixed order that begins after one of them, even if that one is gone. */
function startAfter(workspaces: string[], last: string): string[] {
  const inOrder = workspaces.toSorted();
  const index = inOrder.findIndex((workspaceId) => workspaceId > last);
  return index < 0 ? inOrder : [...inOrder.slice(index), ...inOrder.slice(0, index)];
}

function forgetAllBut(positions: Map<string, Position>, workspaces: readonly string[]): void {
  const present = new Set(workspaces);
  for (const workspaceId of positions.keys()) if (!present.has(workspaceId)) positions.delete(workspaceId);
}

/** The first entry of each workspace, then the second of each, and so on. */
function interleave<Entry>(entries: readonly Entry[], workspaceOf: (entry: Entry) => string): Entry[] {
  const lists = [...groupBy(entries, workspaceOf).values()];
  const turns = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    lists.flatMap((list) => list.slice(turn, turn + 1)),
  ).flat();
}
