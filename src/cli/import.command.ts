import type { Writable } from 'node:stream';
import { type ImportFormat, isSpanFormat, spanReaders } from '../../packages/formats';
import { loadClientConfig } from '../config';
import { importResultSchema } from '../conversations/wire/conversation.schema';
import { ApiClient } from '../platform/api-client/api-client';
import { describeEntries } from '../platform/api-client/api-errors';
import { withLineProgress } from './detect/line-progress';
import { openLines } from './detect/line-source';
import { runUntilStopped } from './detect/run-until-stopped';
import { formatNumber, oneLine } from './shared/wording';
import { groupLines, singleLines } from './transfer/conversation-lines';
import { type LinePart, lineParts } from './transfer/line-parts';

export interface ImportOptions {
  /** Lines of these formats have external ids, so that they can be sent again. */
  from: Exclude<ImportFormat, 'assay'>;
  /** A path, or `-` for stdin. */
  file: string;
  env: NodeJS.ProcessEnv;
  output: Writable;
}

/** Invalid lines after which an import is aborted as a mistake. */
const MAX_FAILED_LINES = 1000;

interface Counts {
  imported: number;
  skipped: number;
  failed: number;
  ignored: Map<string, number>;
}

/**
 * `assay import`: sends the lines of a file in parts, each until it is stored. Resolves to the exit code: 1 if lines
 * failed, 130 when it was stopped. The same import, run again, stores only what is missing.
 * @throws Error for invalid settings, an unreadable file or too many invalid lines, ApiError for an error of the
 * service, ApiUnreachableError without a response
 */
export async function runImport({ from, file, env, output }: ImportOptions): Promise<number> {
  const { url, apiKey, workspaceId } = loadClientConfig(env);
  const client = new ApiClient({ address: url, apiKey, workspaceId });
  return runUntilStopped((signal) =>
    withLineProgress('Importing', file, async (show) => {
      const counts: Counts = { imported: 0, skipped: 0, failed: 0, ignored: new Map() };
      let sentLines = 0;
      const lines = openLines(file, signal);
      try {
        const conversations = isSpanFormat(from)
          ? groupLines(lines, spanReaders[from], ({ number }, reason) => reportFailed(number, reason))
          : singleLines(lines);
        for await (const part of lineParts(conversations)) {
          await sendPart(part);
          sentLines += part.numbers.length;
          show(sentLines);
        }
      } finally {
        output.write(`${describe(counts)}\n`);
      }
      return counts.failed > 0 ? 1 : 0;

      async function sendPart({ body, numbers }: LinePart): Promise<void> {
        const path = `/v1/conversations?format=${from}`;
        const response = await client.send({ method: 'POST', path, body, signal });
        const result = importResultSchema.parse(response);
        counts.imported += result.imported;
        counts.skipped += result.skipped;
        for (const { reason, count } of result.ignored) {
          counts.ignored.set(reason, (counts.ignored.get(reason) ?? 0) + count);
        }
        for (const { line, detail } of result.errors)
          reportFailed(numbers[line - 1], describeEntries(detail));
        counts.failed += result.failed - result.errors.length;
      }

      function reportFailed(number: number | undefined, reason: string): void {
        output.write(`Line ${number}: ${oneLine(reason)}\n`);
        counts.failed += 1;
        if (counts.failed >= MAX_FAILED_LINES) {
          throw new Error(`${counts.failed} lines are invalid; check the format after --from`);
        }
      }
    }),
  );
}

function describe({ imported, skipped, failed, ignored }: Counts): string {
  return [
    `${formatNumber(imported)} imported`,
    `${formatNumber(skipped)} skipped`,
    `${formatNumber(failed)} failed`,
    ...[...ignored].map(([reason, count]) => `${formatNumber(count)} ignored (${reason})`),
  ].join(', ');
}
