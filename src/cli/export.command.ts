import {
  LONG_RETRY_MS,
  type Service,
  type ServiceCommand,
  withService,
} from './shared/connection/with-service';
import { type Output, printJson } from './shared/output/output';
import { runUntilStopped } from './shared/run-until-stopped';
import { formatNumber, oneLine } from './shared/wording';
import type { DestinationKind } from './transfer/destination';
import { openDestination } from './transfer/open-destination';
import { readVerdicts, type VerdictQuery } from './transfer/verdict-source';

export interface ExportOptions extends VerdictQuery, ServiceCommand {
  to: DestinationKind;
  /** Where refusals, counts and the cursor are printed; `output` gets the JSON. */
  messages: Output;
}

/**
 * `assay export`: sends the completed verdicts about messages to another tool. Resolves to the exit code: 1 if some were
 * refused, 130 when it was stopped. If it fails, it prints the cursor to continue with.
 * @throws as `withService`, and SendError of the destination
 */
export async function runExport(options: ExportOptions): Promise<number> {
  const { to, filter, cursor, json: isJson = false, env, output, messages } = options;
  const destination = openDestination(to, env);
  const counts = { sent: 0, unplaced: 0, refused: 0 };
  let next = cursor;
  const send = async ({ client }: Service, signal: AbortSignal): Promise<number> => {
    let isComplete = false;
    try {
      for await (const { verdicts, nextCursor } of readVerdicts(client, { filter, cursor }, signal)) {
        if (verdicts.length > 0) {
          const { sent, unplaced, refused } = await destination.send(verdicts, signal);
          counts.sent += sent;
          counts.unplaced += unplaced;
          counts.refused += refused.length;
          for (const reason of new Set(refused)) messages.write(`Refused: ${oneLine(reason)}\n`);
        }
        next = nextCursor;
      }
      isComplete = true;
    } finally {
      if (isJson) printJson({ ...counts, next_cursor: isComplete ? null : next }, output);
      else messages.write(`${describe(counts)}\n`);
      if (!isComplete && next !== null) messages.write(`Continue with --cursor ${next}\n`);
    }
    return counts.refused > 0 ? 1 : 0;
  };
  return withService(options, (service) => runUntilStopped((signal) => send(service, signal)), LONG_RETRY_MS);
}

function describe({ sent, unplaced, refused }: { sent: number; unplaced: number; refused: number }): string {
  return [
    `${formatNumber(sent)} sent`,
    `${formatNumber(unplaced)} without a span there`,
    `${formatNumber(refused)} refused`,
  ].join(', ');
}
