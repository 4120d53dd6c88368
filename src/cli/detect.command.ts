import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { clearLine, cursorTo } from 'node:readline';
import { isColorSupported } from 'picocolors';
import { onAbort } from '../../packages/concurrency';
import type { IssueConfig } from '../../packages/detector';
import { readBaseline } from './detect/baseline';
import { describeCounts, describeRate } from './detect/describe-counts';
import { type DetectionRun, detectLines } from './detect/detect-lines';
import {
  type ChosenConfig,
  createChosenEvaluator,
  type EvaluatorChoice,
  readEvaluatorConfig,
} from './detect/evaluator-choice';
import { exitCodeOf, type FailOn, type LineCounts, NOTHING_JUDGED } from './detect/exit-code';
import { readIssueConfig } from './detect/issue-config-file';
import { defaultIssueConfig, type JudgedLine } from './detect/judge-line';
import { CALL_CONCURRENCY, judgeInThisThread, judgeInThreads, type LineJudge } from './detect/line-judge';
import { withLineProgress } from './detect/line-progress';
import { withMinConfidence } from './detect/min-confidence';
import { formatReadableResult } from './detect/readable-result';
import { formatResultLine } from './detect/result-line';
import { nameFile, withFileErrors } from './shared/file-errors';
import { openLines } from './shared/line-source';
import { runUntilStopped } from './shared/run-until-stopped';
import { isSameFile, STANDARD } from './shared/same-file';
import { oneLine } from './shared/wording';

export interface DetectOptions extends EvaluatorChoice {
  /** A path, or `-` for stdin. */
  in: string;
  /** A path, or `-` for stdout. Absent: stdout, in readable form if it is a terminal. */
  out?: string;
  /** In the form of a file on a terminal, too. */
  json?: boolean;
  /** An earlier output: only findings that it lacks are issues. */
  baseline?: string;
  failOn: FailOn;
  /** The largest share of judged replies with issues, 0..1, that does not fail. */
  maxRate?: number;
  /** Findings below it are left out, 0..1. */
  minConfidence?: number;
  /** A file with labels and domain context in the API's form; by default those of a new workspace. */
  issueConfig?: string;
  env: NodeJS.ProcessEnv;
}

/**
 * `assay detect`: judges every conversation of a file. Resolves to the exit code: that of `exitCodeOf`, or
 * 130 when it was stopped, in which case the output has complete lines.
 * @throws Error when a file cannot be read, is empty or invalid, or the output cannot be written
 */
export async function runDetect(options: DetectOptions): Promise<number> {
  const { in: input, out = STANDARD, baseline, failOn, maxRate } = options;
  if (isSameFile(input, out)) throw new Error('The input and --out are the same file');
  if (baseline !== undefined && isSameFile(baseline, out))
    throw new Error('--baseline and --out are the same file');
  const config = readEvaluatorConfig(options);
  const issueConfig = chooseIssueConfig(options);
  return runUntilStopped(async (signal) => {
    const judge = chooseJudge(options, config, issueConfig, signal);
    onAbort(signal, () => void judge.close());
    try {
      const counts = await detectFile(options, judge, signal);
      const code = exitCodeOf(counts, { failOn, maxRate: maxRate ?? 0 });
      const summary = [
        describeCounts(counts, baseline !== undefined),
        ...(maxRate === undefined ? [] : describeRate(counts, maxRate)),
        ...(code === NOTHING_JUDGED ? ['Nothing could be judged: see docs/detection.md#not-judgeable'] : []),
      ];
      process.stderr.write(`${summary.join('\n')}\n`);
      return code;
    } finally {
      await judge.close();
    }
  });
}

/** @throws as `runDetect` */
async function detectFile(
  { in: input, out, json: isJson = false, baseline: baselinePath }: DetectOptions,
  judge: LineJudge,
  signal: AbortSignal,
): Promise<LineCounts> {
  const isReadable = out === undefined && !isJson && process.stdout.isTTY === true;
  const baseline =
    baselinePath === undefined
      ? null
      : await readBaseline(openLines(baselinePath, signal), nameFile(baselinePath, 'read'));
  const output = out === undefined || out === STANDARD ? process.stdout : await openOutput(out);
  const detect = (show: (done: number) => void) => {
    let done = 0;
    const run: DetectionRun = {
      lines: openLines(input, signal),
      judge,
      baseline,
      format: isReadable ? (line) => formatReadableResult(line, isColorSupported) : formatResultLine,
      output,
      onJudged: (line) => {
        if ('fault' in line) reportFault(line);
        done += 1;
        show(done);
      },
    };
    return withFileErrors(out ?? STANDARD, 'written', () => detectLines(run));
  };
  // A bar would be drawn over readable results.
  const counts = await (isReadable ? detect(() => undefined) : withLineProgress('Judging', input, detect));
  const lineCount = Object.values(counts).reduce((sum: number, count: number) => sum + count, 0);
  if (lineCount === 0) throw new Error(`${nameFile(input, 'read')} is empty`);
  return counts;
}

function chooseIssueConfig({ issueConfig: path, evaluator }: DetectOptions): IssueConfig {
  if (path === undefined) return defaultIssueConfig;
  const { issueConfig, warnings } = readIssueConfig(path);
  if (evaluator === 'grounding') for (const warning of warnings) process.stderr.write(`${warning}\n`);
  return issueConfig;
}

function chooseJudge(
  { evaluator: kind, env, minConfidence }: DetectOptions,
  config: ChosenConfig,
  issueConfig: IssueConfig,
  signal: AbortSignal,
): LineJudge {
  const evaluator = createChosenEvaluator(kind, config, env);
  const judge =
    config.config === null
      ? judgeInThreads(config.traffic ?? 'auto', issueConfig)
      : judgeInThisThread(evaluator, CALL_CONCURRENCY, signal, issueConfig);
  return minConfidence === undefined ? judge : withMinConfidence(judge, minConfidence);
}

/**
 * Opens the output before anything is judged.
 * @throws Error when the file cannot be written
 */
async function openOutput(path: string): Promise<WriteStream> {
  const output = createWriteStream(path);
  await withFileErrors(path, 'written', () => once(output, 'open'));
  return output;
}

function reportFault({ number, fault }: Extract<JudgedLine, { fault: string }>): void {
  if (process.stderr.isTTY) {
    cursorTo(process.stderr, 0); // overwrites the bar, which is drawn again below
    clearLine(process.stderr, 0);
  }
  process.stderr.write(`Line ${number}: ${oneLine(fault)}\n`);
}
