import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { clearLine, cursorTo } from 'node:readline';
import { onAbort } from '../../packages/concurrency';
import { detectLines } from './detect/detect-lines';
import { createChosenEvaluator, type EvaluatorChoice, readEvaluatorConfig } from './detect/evaluator-choice';
import { exitCodeOf, type FailOn, type LineCounts } from './detect/exit-code';
import type { JudgedLine } from './detect/judge-line';
import { CALL_CONCURRENCY, judgeInThisThread, judgeInThreads } from './detect/line-judge';
import { withLineProgress } from './detect/line-progress';
import { openLines } from './detect/line-source';
import { runUntilStopped } from './detect/run-until-stopped';
import { isSameFile, STANDARD } from './detect/same-file';
import { formatNumber, oneLine } from './shared/wording';

export interface DetectOptions extends EvaluatorChoice {
  /** A path, or `-` for stdin. */
  in: string;
  /** A path, or `-` for stdout. */
  out: string;
  failOn: FailOn;
  env: NodeJS.ProcessEnv;
}

/**
 * `assay detect`: judges every conversation of a file. Resolves to the exit code: that of `exitCodeOf`, or
 * 130 when it was stopped, in which case the output has complete lines.
 * @throws Error when the input cannot be read or the output cannot be written
 */
export async function runDetect(options: DetectOptions): Promise<number> {
  const { in: input, out, evaluator: kind, env, failOn } = options;
  if (isSameFile(input, out)) throw new Error('--in and --out are the same file');
  const config = readEvaluatorConfig(options);
  const evaluator = createChosenEvaluator(kind, config, env);
  return runUntilStopped(async (signal) => {
    const judge =
      config.config === null
        ? judgeInThreads(config.traffic ?? 'auto')
        : judgeInThisThread(evaluator, CALL_CONCURRENCY, signal);
    onAbort(signal, () => void judge.close());
    try {
      const output = out === STANDARD ? process.stdout : await openOutput(out);
      let done = 0;
      const counts = await withLineProgress('Judging', input, (show) =>
        detectLines({
          lines: openLines(input, signal),
          judge,
          output,
          onJudged: (line) => {
            if ('fault' in line) reportFault(line);
            done += 1;
            show(done);
          },
        }),
      );
      process.stderr.write(`${describeCounts(counts)}\n`);
      return exitCodeOf(counts, failOn);
    } finally {
      await judge.close();
    }
  });
}

/**
 * Opens the output before anything is judged.
 * @throws Error when the file cannot be written
 */
async function openOutput(path: string): Promise<WriteStream> {
  const output = createWriteStream(path);
  await once(output, 'open').catch((error: unknown) => {
    throw new Error(`--out cannot be written: ${(error as Error).message}`, { cause: error });
  });
  return output;
}

function reportFault({ number, fault }: Extract<JudgedLine, { fault: string }>): void {
  if (process.stderr.isTTY) {
    cursorTo(process.stderr, 0); // overwrites the bar, which is drawn again below
    clearLine(process.stderr, 0);
  }
  process.stderr.write(`Line ${number}: ${oneLine(fault)}\n`);
}

function describeCounts({ withIssues, clean, notJudged, noVerdict, faulty }: LineCounts): string {
  return [
    `${formatNumber(withIssues)} with issues`,
    `${formatNumber(clean)} without`,
    `${formatNumber(notJudged)} not judged`,
    `${formatNumber(noVerdict)} without a verdict`,
    `${formatNumber(faulty)} failed`,
  ].join(', ');
}
