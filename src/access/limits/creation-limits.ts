import type { ClientSession } from 'mongoose';
import { conflict } from '../../platform/errors/error-templates';
import { requireCreationLock } from '../workspaces/require-existing-workspace';
import {
  type CreatedAmount,
  type CreatedKind,
  createdCollections,
  readCreatedAmount,
} from './created-content.repository';

const max: Record<CreatedKind, number> = {
  schedules: 100,
  review_queues: 1000,
  set_versions: 10_000,
  evaluator_versions: 1000,
  issue_config_versions: 10_000,
  calibrations: 1000,
  backfills: 1000,
};
const names: Record<CreatedKind, string> = {
  schedules: 'schedules',
  review_queues: 'review queues',
  set_versions: 'versions of sets',
  evaluator_versions: 'versions of evaluators',
  issue_config_versions: 'versions of its issue configuration',
  calibrations: 'calibrations',
  backfills: 'evaluations of stored replies',
};
const kinds = Object.keys(createdCollections) as CreatedKind[];

/** The names of the limits on what members create. */
export const createdLimits = [...kinds, 'created_bytes'] as const;

/** Of all kinds together, review queues with their items. */
export const MAX_CREATED_BYTES = 2 * 1024 ** 3;

/** The use of a limit on what members create. */
export interface CreatedUsage {
  name: (typeof createdLimits)[number];
  used: number;
  max: number;
}

/**
 * Inserts what a member creates, inside a transaction, within the limits of its workspace. They are exact: the
 * transactions of a workspace conflict on its document, so each counts what the ones before have stored.
 * @throws AppError not_found if the workspace was deleted; conflict beyond a limit; errors of `insert`
 */
export async function createWithinLimits(
  workspaceId: string,
  kind: CreatedKind,
  session: ClientSession,
  insert: () => Promise<void>,
): Promise<void> {
  await requireCreationLock(workspaceId, session);
  // First, so that a repeated request finds what it has created, also at the limit.
  await insert();
  const amounts = await readAmounts(workspaceId, session);
  const { count } = amounts[kind];
  if (count > max[kind]) throw beyond(`${max[kind]} ${names[kind]}`, kind, count - 1, max[kind]);
  const bytes = sumBytes(amounts);
  if (bytes > MAX_CREATED_BYTES)
    throw beyond(
      '2 GiB of review queues, sets, schedules, evaluations of stored replies and versions',
      'created_bytes',
      bytes,
      MAX_CREATED_BYTES,
    );
}

/** The usage of the limits on what members create. */
export async function listCreatedUsage(workspaceId: string): Promise<CreatedUsage[]> {
  const amounts = await readAmounts(workspaceId);
  return [
    ...kinds.map((kind) => ({ name: kind, used: amounts[kind].count, max: max[kind] })),
    { name: 'created_bytes', used: sumBytes(amounts), max: MAX_CREATED_BYTES },
  ];
}

async function readAmounts(
  workspaceId: string,
  session?: ClientSession,
): Promise<Record<CreatedKind, CreatedAmount>> {
  const amounts: Partial<Record<CreatedKind, CreatedAmount>> = {};
  // One after the other: a transaction has one operation at a time.
  for (const kind of kinds) amounts[kind] = await readCreatedAmount(workspaceId, kind, session);
  return amounts as Record<CreatedKind, CreatedAmount>;
}

function sumBytes(amounts: Record<CreatedKind, CreatedAmount>): number {
  return Object.values(amounts).reduce((sum, { bytes }) => sum + bytes, 0);
}

function beyond(what: string, limit: CreatedUsage['name'], used: number, maximum: number) {
  return conflict(`The workspace has ${what}, the maximum`, { ctx: { limit, used, max: maximum } });
}
