import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongoose';
import { defaultLabels, type IssueConfig, type IssueLabel, kindsOf } from '../../../packages/detector';
import { createWithinLimits } from '../../access/limits/creation-limits';
import { currentTime } from '../../platform/clock';
import { conflict, notFound, resourceNotFound } from '../../platform/errors/error-templates';
import { inTransaction, isDuplicateKey } from '../../platform/mongo/connection';
import {
  findIssueConfigVersion,
  findLatestIssueConfig,
  insertIssueConfig,
  type VersionedIssueConfig,
} from './issue-config.repository';

/**
 * Creates the first issue configuration of a new workspace, in the transaction that creates the workspace.
 */
export async function createDefaultIssueConfig(workspaceId: string, session: ClientSession): Promise<void> {
  const first = { labels: [...defaultLabels], domainContext: null, version: 1, createdAt: currentTime() };
  await insertIssueConfig(workspaceId, first, session);
}

/**
 * Returns the latest version of a workspace's issue configuration.
 * @throws AppError not_found
 */
export async function getIssueConfig(workspaceId: string): Promise<VersionedIssueConfig> {
  const config = await findLatestIssueConfig(workspaceId);
  if (config === null) throw resourceNotFound('Issue configuration');
  return config;
}

/**
 * Returns a version of a workspace's issue configuration, which may be an old one.
 * @throws AppError not_found
 */
export async function getIssueConfigVersion(
  workspaceId: string,
  version: number,
): Promise<VersionedIssueConfig> {
  const config = await findIssueConfigVersion(workspaceId, version);
  if (config === null) throw notFound('Issue configuration version', 'version');
  return config;
}

/**
 * Stores a new version and returns it, or returns the latest version if nothing changes.
 * @throws AppError not_found; conflict if the latest version is not `replacedVersion`, or beyond a limit
 */
export async function saveIssueConfig(
  workspaceId: string,
  { labels, domainContext }: IssueConfig,
  replacedVersion?: number,
): Promise<VersionedIssueConfig> {
  for (;;) {
    const latest = await getIssueConfig(workspaceId);
    const isSame = latest.domainContext === domainContext && haveSameLabels(latest.labels, labels);
    if (isSame) return latest;
    if (replacedVersion !== undefined && replacedVersion !== latest.version) {
      throw conflict(`The latest version is ${latest.version}`, {
        loc: ['body', 'version'],
        input: replacedVersion,
        ctx: { version: latest.version },
      });
    }
    const next = { labels, domainContext, version: latest.version + 1, createdAt: currentTime() };
    try {
      await inTransaction((session) =>
        createWithinLimits(workspaceId, 'issue_config_versions', session, () =>
          insertIssueConfig(workspaceId, next, session),
        ),
      );
      return next;
    } catch (error) {
      // A concurrent request has created this version; retry with the next one.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

/** Whether the labels mean the same: kinds that are covered by default are compared with kinds that are given. */
function haveSameLabels(one: readonly IssueLabel[], other: readonly IssueLabel[]): boolean {
  const resolve = (labels: readonly IssueLabel[]) =>
    labels.map((label) => [label.name, label.description, kindsOf(label)]);
  return isDeepStrictEqual(resolve(one), resolve(other));
}
