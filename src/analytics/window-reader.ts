import { startOf } from '../conversations/changed-periods/changed-period';
import { EraReader, type WindowQuery } from './era-reader';
import type { Snapshot } from './scan-messages';
import type { WindowPart } from './scan-parts';
import { findRollups } from './stored-rollup.repository';

// Concurrent transactions share the wait for the journal.
const STORE_BATCH_SIZE = 16;

/**
 * Reads a window in one snapshot, from stored rollups where they are current. The merged parts are the whole
 * window.
 */
export async function readWindow(snapshot: Snapshot, query: WindowQuery): Promise<WindowPart[]> {
  const { invalidation, workspaceId } = snapshot;
  const { window } = query;
  const eras = { start: startOf(window.start, 'era'), end: window.end };
  const storedEras = await findRollups(workspaceId, 'era', eras, query, snapshot);
  const parts: WindowPart[] = [];
  const unstored: EraReader[] = [];
  const store = () => Promise.all(unstored.splice(0).map((reader) => reader.finish()));
  const read = async (start: number, reader: EraReader) => {
    parts.push(...(await reader.collect('era', start, storedEras.get(start), query)));
    parts.push(...(await reader.scanRest(query)));
    unstored.push(reader);
    if (unstored.length === STORE_BATCH_SIZE) await store();
    storedEras.delete(start);
  };

  const range = { from: window.start, to: window.end };
  for await (const marks of invalidation.streamMarks(workspaceId, range, snapshot)) {
    const { eraStart } = marks.periods;
    await read(eraStart, new EraReader(snapshot, eraStart, marks));
  }
  for (const start of [...storedEras.keys()]) await read(start, new EraReader(snapshot, start, null));
  await store();
  return parts;
}
