import { writeFile } from 'node:fs/promises';
import { measure } from '../evaluation/accuracy/measurement';
import type { JudgeConfig } from '../evaluation/llm-judge/judge-config';
import { onAbort } from '../platform/concurrency/abort-signals';
import { describeSkipped } from './demo/findings-report';
import { createChosenEvaluator, type EvaluatorChoice, readJudgeConfig } from './detect/evaluator-choice';
import { CALL_CONCURRENCY, judgeInThisThread, judgeInThreads, type LineJudge } from './detect/line-judge';
import { withLineProgress } from './detect/line-progress';
import { openLines } from './detect/line-source';
import { runUntilStopped } from './detect/run-until-stopped';
import { isSameFile } from './detect/same-file';
import { type MeasuredLines, measureLines } from './measure/measure-lines';
import { toMeasurementJson } from './measure/measurement-json';
import { describeMeasurement } from './measure/measurement-tables';

export interface MeasureOptions extends EvaluatorChoice {
  data: string;
  /** The file for all numbers. */
  json?: string;
  /** Judges responses concurrently, with grounding on all cores; disables timing. */
  parallel?: boolean;
  env: NodeJS.ProcessEnv;
}

/**
 * `assay measure`: judges labeled conversations and prints the accuracy. Resolves to the exit code: 0, or 2
 * when lines were skipped.
 * @throws Error when the data cannot be read or contain no labeled conversation
 */
export async function runMeasure(options: MeasureOptions): Promise<number> {
  const { data, json, evaluator, parallel: isParallel = false } = options;
  if (json !== undefined && isSameFile(data, json)) throw new Error('--data and --json are the same file');
  const config = readJudgeConfig(options);
  return runUntilStopped(async (signal) => {
    const { outcomes, faults } = await judgeData(options, config, signal);
    for (const line of describeSkipped(faults)) process.stderr.write(`${line}\n`);
    if (outcomes.length === 0) throw new Error(`${data} contains no labeled conversation`);

    const measurement = measure(outcomes);
    const isTimed = !isParallel;
    process.stdout.write(`${describeMeasurement(measurement, { isTimed })}\n`);
    if (json !== undefined) {
      const report = {
        evaluator,
        model: config?.model ?? null,
        data,
        skipped_lines: faults.length,
        ...toMeasurementJson(measurement, isTimed),
      };
      await writeFile(json, `${JSON.stringify(report, null, 2)}\n`);
    }
    return faults.length > 0 ? 2 : 0;
  });
}

async function judgeData(
  options: MeasureOptions,
  config: JudgeConfig | null,
  signal: AbortSignal,
): Promise<MeasuredLines> {
  const { data } = options;
  const judge = chooseJudge(options, config, signal);
  onAbort(signal, () => void judge.close());
  try {
    return await withLineProgress('Judging', data, (show) =>
      measureLines(openLines(data, signal), judge, show),
    );
  } finally {
    await judge.close();
  }
}

/** One response after the other, so that the times are undisturbed, unless `parallel` is set. */
function chooseJudge(
  { evaluator, parallel: isParallel, env }: MeasureOptions,
  config: JudgeConfig | null,
  signal: AbortSignal,
): LineJudge {
  const chosen = createChosenEvaluator(evaluator, config, env);
  if (!isParallel) return judgeInThisThread(chosen, 1, signal);
  return evaluator === 'grounding' ? judgeInThreads() : judgeInThisThread(chosen, CALL_CONCURRENCY, signal);
}
