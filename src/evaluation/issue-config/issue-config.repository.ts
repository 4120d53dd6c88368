import type { ClientSession, InferSchemaType } from 'mongoose';
import type { IssueConfig } from '../../../packages/detector';
import { shareReads } from '../../platform/mongo/batcher';
import { storedBytesOf } from '../../platform/mongo/created-content';
import { IssueConfigModel } from './issue-config.model';

/** An issue configuration as stored for a workspace. */
export interface VersionedIssueConfig extends IssueConfig {
  version: number;
  createdAt: Date;
}

/** Concurrent reads are shared, because every detection needs it. */
export const findLatestIssueConfig = shareReads(async (workspaceId): Promise<VersionedIssueConfig | null> => {
  const issueConfig = await IssueConfigModel.findOne({ workspaceId }).sort({ version: -1 }).lean();
  return issueConfig && toVersion(issueConfig);
});

type StoredVersion = InferSchemaType<typeof IssueConfigModel.schema>;

function toVersion({ labels, domainContext, version, createdAt }: StoredVersion): VersionedIssueConfig {
  return {
    labels: labels.map(({ name, description, covers }) => ({
      name,
      description,
      ...(covers == null ? {} : { covers: [...covers] }),
    })),
    domainContext: domainContext ?? null,
    version,
    createdAt,
  };
}

/** A version, which may be an old one. */
export async function findIssueConfigVersion(
  workspaceId: string,
  version: number,
): Promise<VersionedIssueConfig | null> {
  const issueConfig = await IssueConfigModel.findOne({ workspaceId, version }).lean();
  return issueConfig && toVersion(issueConfig);
}

/** @throws the driver's duplicate key error if the version exists */
export async function insertIssueConfig(
  workspaceId: string,
  config: VersionedIssueConfig,
  session?: ClientSession,
): Promise<void> {
  const storedBytes = storedBytesOf(config);
  await IssueConfigModel.create([{ ...config, workspaceId, storedBytes }], { session: session ?? null });
}
