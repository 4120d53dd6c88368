import type { ClientSession } from 'mongoose';
import { insertMarks } from '../conversations/changed-periods/changed-period.repository';
import { listEras } from './stored-rollup.repository';

/**
 * Lets the worker build the rollups of a workspace again, with the segments of the tags that the transaction chooses.
 * Its rollups stay current meanwhile; queries of a tag that one of them lacks count messages.
 */
export async function rebuildSegments(workspaceId: string, session: ClientSession): Promise<void> {
  const eras = await listEras(workspaceId, session);
  await insertMarks(
    eras.map((eraStart) => ({ workspaceId, eraStart })),
    session,
  );
}
