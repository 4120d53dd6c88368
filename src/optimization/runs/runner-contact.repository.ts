import { currentTime, currentTimeMs } from '../../platform/clock';
import { type RunnerContact, RunnerContactModel } from './runner-contact.model';

/** A runner claims again after at most 30 seconds, and its response may be late. */
const CONNECTED_MS = 45_000;
const MAX_LISTED = 20;

type Runner = Pick<RunnerContact, 'workspaceId' | 'runnerId'>;

const idOf = ({ workspaceId, runnerId }: Runner) => `${workspaceId}/${runnerId}`;

/** Records that a runner claims runs now. Returns the time of the record, which identifies the claim. */
export async function saveRunnerContact(
  contact: Runner & { strategies: readonly string[] | null },
): Promise<Date> {
  const { workspaceId, runnerId } = contact;
  const seenAt = currentTime();
  const strategies = contact.strategies === null ? null : [...contact.strategies];
  // By the id alone: then the server retries an upsert that another claim of the runner has preceded.
  await RunnerContactModel.updateOne(
    { _id: idOf(contact) },
    { $set: { workspaceId, runnerId, strategies, seenAt } },
    { upsert: true },
  );
  return seenAt;
}

/** Records that a claim of a runner has ended, unless the runner has claimed again since. */
export async function removeRunnerContact(runner: Runner, seenAt: Date): Promise<void> {
  await RunnerContactModel.deleteOne({ _id: idOf(runner), workspaceId: runner.workspaceId, seenAt });
}

/** The runners of a workspace that wait for runs, the latest first. */
export function listRunnerContacts(workspaceId: string): Promise<RunnerContact[]> {
  const since = new Date(currentTimeMs() - CONNECTED_MS);
  return RunnerContactModel.find({ workspaceId, seenAt: { $gt: since } })
    .sort({ seenAt: -1 })
    .limit(MAX_LISTED)
    .lean<RunnerContact[]>();
}
