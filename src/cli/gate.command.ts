import { buildReport, checkPinnedCases, decideOnce, pairCases, readPinnedCases } from '../../packages/gate';
import { type CalibrationOptions, printCalibration } from './gate/calibrate-differences';
import { checkOutputs } from './gate/check-outputs';
import { minEffectOf } from './gate/min-effect';
import { publishReport, type ReportOptions } from './gate/publish-report';
import { type ResultsChoice, readSides } from './gate/read-cases';
import { readText } from './shared/file-errors';

export interface GateFilesOptions extends ResultsChoice, ReportOptions {
  baseline: string;
  candidate: string;
  /** Percentage points, like `2pt`. */
  minEffect?: string;
  undecided?: 'pass' | 'fail';
  /** The file with the pinned cases. */
  mustPass?: string;
}

/**
 * `assay gate A B`: decides whether the results in B are worse than those in A. Resolves to the exit code.
 * @throws Error when a file cannot be read, is of another form or cannot be written
 */
export async function runGateFiles(options: GateFilesOptions): Promise<number> {
  const { from, mustPass, undecided = null, output, json: isJson } = options;
  await checkOutputs(options, [options.baseline, options.candidate, mustPass]);
  const [baseline, candidate] = await readSides(options, [options.baseline, options.candidate]);
  const pinned = mustPass === undefined ? [] : readPinnedCases(await readText(mustPass), mustPass);
  const pairing = pairCases(baseline.cases, candidate.cases);
  const differences = pairing.pairs.map(({ difference }) => difference);
  const { rule, source, description } = minEffectOf(options.minEffect, differences);
  if (isJson !== true) output.write(`${description}\n`);
  const report = buildReport({
    from,
    baseline,
    candidate,
    pairing,
    decision: await decideOnce(differences, rule),
    minEffectSource: source,
    pinned: checkPinnedCases(pinned, candidate.cases),
    undecidedAs: undecided,
  });
  await publishReport(report, options);
  return report.exit_code;
}

export interface CalibrateOptions extends ResultsChoice, CalibrationOptions {
  first: string;
  second: string;
}

/**
 * `assay gate calibrate A1 A2`: how often the gate is red by chance on a suite as noisy as these two results of the same
 * code. Resolves to 0.
 * @throws Error when a file cannot be read or is of another form, and without pairs
 */
export async function runGateCalibrate(options: CalibrateOptions): Promise<number> {
  const [first, second] = await readSides(options, [options.first, options.second]);
  const differences = pairCases(first.cases, second.cases).pairs.map(({ difference }) => difference);
  if (differences.length === 0)
    throw new Error('Nothing to compare: no case has an outcome in both results.');
  await printCalibration(differences, 'once', options);
  return 0;
}
