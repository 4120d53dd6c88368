import { onAbort } from '../../packages/concurrency';
import { measure } from '../evaluation/accuracy/measurement';
import { describeSkipped } from './demo/findings-report';
import {
  type ChosenConfig,
  createChosenEvaluator,
  type EvaluatorChoice,
  readEvaluatorConfig,
} from './detect/evaluator-choice';
import { CALL_CONCURRENCY, judgeInThisThread, judgeInThreads, type LineJudge } from './detect/line-judge';
import { withLineProgress } from './detect/line-progress';
import { describeRates } from './measure/describe-accuracy';
import { type MeasuredLines, measureLines } from './measure/measure-lines';
import { toMeasurementJson } from './measure/measurement-json';
import { describeMeasurement } from './measure/measurement-tables';
import { type RecordedVerdicts, readRecordedVerdicts } from './measure/recorded-verdicts';
import { writeJsonFile } from './shared/json-file';
import { openLines } from './shared/line-source';
import { printJson } from './shared/output/output';
import { runUntilStopped } from './shared/run-until-stopped';
import { isSameFile } from './shared/same-file';

export interface MeasureOptions extends EvaluatorChoice {
  data: string;
  /** Prints all numbers as JSON; a path: writes them to this file, too. */
  json?: string | true;
  /** Judges responses concurrently, with grounding on all cores; disables timing. */
  parallel?: boolean;
  /** Takes the verdicts from the data, which an export has, instead of judging. */
  recorded?: boolean;
  env: NodeJS.ProcessEnv;
}

const noConfig: ChosenConfig = { config: null, traffic: null };

/**
 * `assay measure`: judges labeled conversations and prints the accuracy. Resolves to the exit code: 0, or 2
 * when lines were skipped.
 * @throws Error when the data cannot be read or contain no labeled conversation
 */
export async function runMeasure(options: MeasureOptions): Promise<number> {
  const { data, json, parallel: isParallel = false, recorded: isRecorded = false } = options;
  if (typeof json === 'string' && isSameFile(data, json))
    throw new Error('--data and --json are the same file');
  const config = isRecorded ? noConfig : readEvaluatorConfig(options);
  return runUntilStopped(async (signal) => {
    const judge = chooseJudge(options, config, signal);
    const { outcomes, faults } = await judgeData(data, judge, signal);
    for (const line of describeSkipped(faults)) process.stderr.write(`${line}\n`);
    if (outcomes.length === 0) throw new Error(`${data} contains no labeled conversation`);

    const measurement = measure(outcomes);
    // The lines that were left out are not a random part of the sample.
    const corrected = faults.length === 0 ? (judge.correct?.() ?? null) : null;
    const isTimed = !isParallel && !isRecorded;
    const report = {
      evaluator: isRecorded ? 'recorded' : options.evaluator,
      model: config.config?.model ?? null,
      traffic: config.traffic,
      data,
      skipped_lines: faults.length,
      ...toMeasurementJson(measurement, isTimed),
      corrected,
    };
    if (json === true) printJson(report, process.stdout);
    else {
      process.stdout.write(`${describeMeasurement(measurement, { isTimed })}\n`);
      if (corrected !== null) process.stdout.write(`\n${describeRates(corrected, 'Corrected rates')}\n`);
    }
    if (typeof json === 'string') await writeJsonFile(json, report);
    return faults.length > 0 ? 2 : 0;
  });
}

async function judgeData(data: string, judge: LineJudge, signal: AbortSignal): Promise<MeasuredLines> {
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
  { evaluator, parallel: isParallel, recorded: isRecorded, env }: MeasureOptions,
  config: ChosenConfig,
  signal: AbortSignal,
): LineJudge & Partial<RecordedVerdicts> {
  if (isRecorded) return readRecordedVerdicts();
  const chosen = createChosenEvaluator(evaluator, config, env);
  if (!isParallel) return judgeInThisThread(chosen, 1, signal);
  return config.config === null
    ? judgeInThreads(config.traffic ?? 'auto')
    : judgeInThisThread(chosen, CALL_CONCURRENCY, signal);
}
