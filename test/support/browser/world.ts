/** The service of the browser tests and its data; the global setup passes it to the tests. */
export interface World {
  url: string;
  workspaceId: string;
  /** Flagged, with characters outside of the Basic Multilingual Plane and CRLF before the span. */
  flaggedId: string;
  /** Flagged in a long argument of a tool call with a long name. */
  flaggedCallId: string;
  /** Of LONG_CONVERSATION messages. */
  longId: string;
  /** Ended: evaluated the original replies of the demo. */
  recordedId: string;
  /** Ended: generated other replies to the same conversations. */
  extractiveId: string;
  /** Of BIG_EXPERIMENT items. */
  bigId: string;
  /** Completed by a runner after another one failed; has candidates. */
  runId: string;
  /** Waits for a runner. */
  openRunId: string;
  /** A set with two versions. */
  setId: string;
  /** A schedule that has fired once. */
  scheduleId: string;
  /** Of a pending invitation as viewer. */
  invitationToken: string;
}

export const LONG_CONVERSATION = 500;
export const BIG_EXPERIMENT = 10_000;

const VARIABLE = 'ASSAY_BROWSER_WORLD';

export function saveWorld(world: World): void {
  process.env[VARIABLE] = JSON.stringify(world);
}

/** @throws Error outside of `npm run test:browser`. */
export function readWorld(): World {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('There is no stack to look at: npm run test:browser starts one');
  return JSON.parse(text) as World;
}

/** The path of a page of the workspace. */
export const pathInWorld =
  ({ workspaceId }: World) =>
  (path: string): string =>
    `/w/${workspaceId}/${path}`;
