import { type ImportFormat, isSpanFormat, spanReaders } from '../../packages/formats';
import type { Line } from '../conversations/transfer/read-lines';
import { describeProblems } from '../platform/errors/describe-problems';
import { withLineProgress } from './detect/line-progress';
import {
  LONG_RETRY_MS,
  type Service,
  type ServiceCommand,
  withService,
} from './shared/connection/with-service';
import { openLines } from './shared/line-source';
import { type Output, printJson } from './shared/output/output';
import { runUntilStopped } from './shared/run-until-stopped';
import { formatNumber, oneLine } from './shared/wording';
import { groupLines, singleLines } from './transfer/conversation-lines';
import { EvalRuns } from './transfer/eval-runs';
import { type LinePart, lineParts } from './transfer/line-parts';

export interface ImportOptions extends ServiceCommand {
  /** Lines of these formats have external ids, so that they can be sent again. */
  from: Exclude<ImportFormat, 'assay'>;
  /** A path, or `-` for stdin. */
  file: string;
  /** Creates an experiment for each eval run. */
  experiments?: boolean;
  /** Where failed lines and counts are printed; `output` gets the JSON. */
  messages: Output;
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
 * @throws as `withService`, and Error for an unreadable file or too many invalid lines
 */
export function runImport(options: ImportOptions): Promise<number> {
  return withService(
    options,
    (service) => runUntilStopped((signal) => importLines(service, options, signal)),
    LONG_RETRY_MS,
  );
}

async function importLines(
  { client }: Service,
  { from, file, experiments: isJudged = false, json: isJson = false, output, messages }: ImportOptions,
  signal: AbortSignal,
): Promise<number> {
  const counts: Counts = { imported: 0, skipped: 0, failed: 0, ignored: new Map() };
  const runs = new EvalRuns();
  try {
    await withLineProgress('Importing', file, sendLines);
  } finally {
    if (isJson) printJson({ ...counts, ignored: Object.fromEntries(counts.ignored) }, output);
    else messages.write(`${describe(counts)}\n`);
  }
  for (const line of await runs.store(client, isJudged, signal)) messages.write(`${line}\n`);
  return counts.failed > 0 ? 1 : 0;

  async function sendLines(show: (done: number) => void): Promise<void> {
    let sentLines = 0;
    for await (const part of lineParts(readConversations())) {
      await sendPart(part);
      sentLines += part.numbers.length;
      show(sentLines);
    }
  }

  function readConversations(): AsyncGenerator<Line[]> {
    const lines = openLines(file, signal);
    if (isSpanFormat(from))
      return groupLines(lines, spanReaders[from], ({ number }, reason) => reportFailed(number, reason));
    return singleLines(from === 'openai-evals' ? runs.collect(lines) : lines);
  }

  async function sendPart({ body, numbers }: LinePart): Promise<void> {
    const result = await client.conversations.import(body, from, { signal });
    counts.imported += result.imported;
    counts.skipped += result.skipped;
    for (const { reason, count } of result.ignored) {
      counts.ignored.set(reason, (counts.ignored.get(reason) ?? 0) + count);
    }
    for (const { line, detail } of result.errors)
      reportFailed(numbers[line - 1], describeProblems(detail, 1, ''));
    counts.failed += result.failed - result.errors.length;
  }

  function reportFailed(number: number | undefined, reason: string): void {
    messages.write(`Line ${number}: ${oneLine(reason)}\n`);
    counts.failed += 1;
    if (counts.failed >= MAX_FAILED_LINES) {
      throw new Error(`${counts.failed} lines are invalid; check the format after --from`);
    }
  }
}

function describe({ imported, skipped, failed, ignored }: Counts): string {
  return [
    `${formatNumber(imported)} imported`,
    `${formatNumber(skipped)} skipped`,
    `${formatNumber(failed)} failed`,
    ...[...ignored].map(([reason, count]) => `${formatNumber(count)} ignored (${reason})`),
  ].join(', ');
}
