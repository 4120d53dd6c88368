import { rollupCollection } from './stored-rollup.model';

const EXPIRED_MAX_TIME_MS = 5000;

/** Eras whose rollups have expired by `at`, earliest first. */
export async function listExpiredErasUnscoped(
  at: Date,
  max: number,
): Promise<{ workspaceId: string; start: number }[]> {
  const eras = rollupCollection()
    .find(
      { level: 'era', freshUntil: { $lte: at }, piece: 0 },
      {
        projection: { workspaceId: 1, start: 1 },
        sort: { freshUntil: 1 },
        limit: max,
        maxTimeMS: EXPIRED_MAX_TIME_MS,
      },
    )
    .map(({ workspaceId, start }) => ({ workspaceId, start: start.getTime() }));
  return eras.toArray();
}
