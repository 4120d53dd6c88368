import { startOf } from '../conversations/changed-periods/changed-period';
import { EraReader, headsOnly, UnreadyTag, type WindowQuery } from './era-reader';
import type { Snapshot } from './scan-messages';
import type { WindowPart } from './scan-parts';
import { findRollups } from './stored-rollup.repository';

// Concurrent transactions share the wait for the journal.
const STORE_BATCH_SIZE = 16;

/** As `readWindow`; null if rollups without a chosen tag are in the window. */
export async function readReadyWindow(snapshot: Snapshot, query: WindowQuery): Promise<WindowPart[] | null> {
  try {
    return await readWindow(snapshot, query);
  } catch (error) {
    if (error instanceof UnreadyTag) return null;
    throw error;
  }
}

/**
 * Reads a window in one snapshot, from stored rollups where they are current. The merged parts are the whole
 * window.
 */
async function readWindow(snapshot: Snapshot, query: WindowQuery): Promise<WindowPart[]> {
  const { invalidation, workspaceId } = snapshot;
  const { window } = query;
  const eras = { start: startOf(window.start, 'era'), end: window.end };
  const hasSegments = query.choice.dimensions.length > 0;
  const storedEras = await findRollups(workspaceId, 'era', eras, hasSegments ? headsOnly : query, snapshot);
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
