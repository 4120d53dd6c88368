import { type FoundPage, withinPageBytes } from '../../../platform/http/page';
import type { TimeLimit } from '../../../platform/mongo/time-limit';
import { type Finding, reportKey } from './finding';
import { findingCollection } from './finding.model';
import { type FindingPageRequest, listCurrentFindings } from './listed-finding.repository';

/** The newest of equal findings of one conversation. */
export interface FoldedFinding extends Finding {
  /** The number of equal findings, this one included. */
  equalCount: number;
}

/** Findings that are read at a time. */
const MAX_READ = 1000;

/** What equal findings have in common: what a row shows, except its place. */
const equalFields = [
  'conversationId',
  'experimentId',
  'evaluatorId',
  'label',
  'text',
  'toolName',
  'parameterName',
  'review',
] as const;

type EqualFields = Pick<Finding, (typeof equalFields)[number]>;

/** Several findings of a conversation with the same fields. */
interface EqualGroup {
  _id: EqualFields;
  count: number;
  newest: { id: string };
}

/**
 * The next current findings that the MongoDB query selects, newest first, within the limits. Of equal findings of a
 * conversation only the newest is returned.
 */
export async function listFoldedFindings(
  workspaceId: string,
  query: Record<string, unknown>,
  { limit, after, timeLimit, maxBytes }: FindingPageRequest,
): Promise<FoundPage<FoldedFinding>> {
  const rows: FoldedFinding[] = [];
  const groups = new Map<string, EqualGroup | null>();
  let position = after;
  // One more than a page shows whether there are more. Where most are equal, more are read at a time.
  for (let size = limit + 1; ; size = Math.min(2 * size, MAX_READ)) {
    const request = { limit: size, after: position, timeLimit, maxBytes };
    const { items, hasMore } = await listCurrentFindings(workspaceId, query, request);
    const unknown = items.filter((finding) => !groups.has(keyOf(finding)));
    for (const finding of unknown) groups.set(keyOf(finding), null);
    for (const group of await listEqualGroups(workspaceId, query, unknown, timeLimit))
      groups.set(keyOf(group._id), group);
    rows.push(...fold(items, groups));
    const shown = withinPageBytes(rows.slice(0, limit), maxBytes);
    const isCut = shown.length < rows.length;
    if (!hasMore || isCut) return { items: shown, hasMore: isCut };
    const last = items.at(-1);
    if (last !== undefined) position = { createdAt: last.createdAt, id: reportKey(last) };
  }
}

/** Those of the findings that are the newest of their group; null: a finding has no equal. */
function fold(findings: readonly Finding[], groups: ReadonlyMap<string, EqualGroup | null>): FoldedFinding[] {
  return findings.flatMap((finding) => {
    const group = groups.get(keyOf(finding)) ?? null;
    if (group === null) return [{ ...finding, equalCount: 1 }];
    return group.newest.id === reportKey(finding) ? [{ ...finding, equalCount: group.count }] : [];
  });
}

async function listEqualGroups(
  workspaceId: string,
  query: Record<string, unknown>,
  findings: readonly Finding[],
  timeLimit: TimeLimit,
): Promise<EqualGroup[]> {
  if (findings.length === 0) return [];
  const conversationId = { $in: [...new Set(findings.map((finding) => finding.conversationId))] };
  const text = { $in: [...new Set(findings.map((finding) => finding.text))] };
  return findingCollection()
    .aggregate<EqualGroup>(
      [
        { $match: { $and: [{ workspaceId, isCurrent: true, conversationId, text }, query] } },
        {
          $group: {
            _id: Object.fromEntries(equalFields.map((field) => [field, `$${field}`])),
            count: { $sum: 1 },
            newest: { $max: { createdAt: '$createdAt', id: '$_id' } },
          },
        },
        { $match: { count: { $gt: 1 } } },
      ],
      { ...timeLimit.forOperation(), allowDiskUse: true },
    )
    .toArray();
}

function keyOf(fields: EqualFields): string {
  return JSON.stringify(equalFields.map((field) => fields[field]));
}
