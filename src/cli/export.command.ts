import type { Writable } from 'node:stream';
import { loadClientConfig } from '../config';
import { ApiClient } from '../platform/api-client/api-client';
import { runUntilStopped } from './detect/run-until-stopped';
import { formatNumber, oneLine } from './shared/wording';
import { type DestinationKind, openDestination } from './transfer/open-destination';
import { readVerdicts, type VerdictQuery } from './transfer/verdict-source';

export interface ExportOptions extends VerdictQuery {
  to: DestinationKind;
  env: NodeJS.ProcessEnv;
  output: Writable;
}

/**
 * `assay export`: sends the completed verdicts about messages to another tool. Resolves to the exit code: 1 if some were
 * refused, 130 when it was stopped. If it fails, it prints the cursor to continue with.
 * @throws Error for invalid settings, ApiError for an error of the service, SendError for one of the destination
 */
export async function runExport({ to, filter, cursor, env, output }: ExportOptions): Promise<number> {
  const { url, apiKey, workspaceId } = loadClientConfig(env);
  const client = new ApiClient({ address: url, apiKey, workspaceId });
  const destination = openDestination(to, env);
  const counts = { sent: 0, unplaced: 0, refused: 0 };
  let next = cursor;
  return runUntilStopped(async (signal) => {
    let isComplete = false;
    try {
      for await (const { verdicts, nextCursor } of readVerdicts(client, { filter, cursor }, signal)) {
        if (verdicts.length > 0) {
          const { sent, unplaced, refused } = await destination.send(verdicts, signal);
          counts.sent += sent;
          counts.unplaced += unplaced;
          counts.refused += refused.length;
          for (const reason of new Set(refused)) output.write(`Refused: ${oneLine(reason)}\n`);
        }
        next = nextCursor;
      }
      isComplete = true;
    } finally {
      output.write(`${describe(counts)}\n`);
      if (!isComplete && next !== null) output.write(`Continue with --cursor ${next}\n`);
    }
    return counts.refused > 0 ? 1 : 0;
  });
}

function describe({ sent, unplaced, refused }: { sent: number; unplaced: number; refused: number }): string {
  return [
    `${formatNumber(sent)} sent`,
    `${formatNumber(unplaced)} without a span there`,
    `${formatNumber(refused)} refused`,
  ].join(', ');
}
