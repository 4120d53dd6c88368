import { type Command, Option } from 'commander';
import { resultKinds } from './gate/result-kinds';
import type { CalibrateOptions, GateFilesOptions } from './gate.command';
import type { CalibrateServiceOptions } from './gate-calibrate-service.command';
import { candidateOptions, serviceGateOptions } from './gate-service/options';
import type { GateServiceOptions } from './gate-service.command';
import { withConnection } from './shared/connection/connection-options';
import { exitWith, FAILED, STOPPED } from './shared/exit';
import { withHelp } from './shared/help';
import { standardStreams } from './shared/standard-streams';

/** Registers `assay gate …`: is a change worse, by exit code. */
export function registerGate(program: Command): void {
  const gate = program
    .command('gate')
    .description(
      'decide whether a change made replies of a service or results of a tool worse, and not by chance',
    )
    .argument('[baseline]', 'results before the change')
    .argument('[candidate]', 'results after the change')
    .addOption(fromOption())
    .addOption(scoreOption())
    .addOption(minEffectOption())
    .addOption(new Option('--undecided <as>', 'exit as if it passed or failed').choices(['pass', 'fail']))
    .option('--must-pass <file>', 'cases that have to pass, one per line: an id, optionally with "4 of 5"')
    .option('--junit <file>', 'write a JUnit report')
    .option('--markdown <file>', 'write a summary in Markdown')
    .option('--report-json <file>', 'write everything as JSON; a later gate compares with it')
    .option('--json', 'print JSON only')
    .action(async (baseline: string | undefined, candidate: string | undefined, options: GateArguments) => {
      if (isOnService(gate, options, baseline)) {
        const { runGateService } = await import('./gate-service.command.js');
        return exitWith(runGateService({ ...options, ...streams }), options);
      }
      const { from } = options;
      if (from === undefined || baseline === undefined || candidate === undefined) return gate.error(NEITHER);
      const { runGateFiles } = await import('./gate.command.js');
      await exitWith(
        runGateFiles({ ...options, from, baseline, candidate, output: process.stdout }),
        options,
      );
    });
  for (const option of [...candidateOptions(), ...serviceGateOptions()]) gate.addOption(option);
  withConnection(gate);

  withHelp(gate, {
    examples: [
      [
        'assay gate --set refunds --model gpt-4o-mini --system-prompt new.txt',
        'compare a prompt with the original replies',
      ],
      ['assay gate --set refunds --model gpt-4o-mini --against report.json', 'compare with an earlier gate'],
      ['assay gate --from promptfoo before.json after.json', 'compare two results'],
      ['assay gate --from deepeval a.json b.json --min-effect 2pt --undecided fail', 'be strict'],
      ['assay gate --from assay before.jsonl after.jsonl --must-pass cases.txt', 'pin cases'],
      ['assay gate calibrate --from promptfoo first.json second.json', 'measure the noise of a suite'],
    ],
    exitCodes: [
      [0, 'not worse by --min-effect or more'],
      [1, 'worse, or a case of --must-pass failed'],
      [FAILED, 'could not run: options, files, no pairs, no service, the time limit'],
      [3, 'undecided'],
      [STOPPED, 'ended by a signal'],
    ],
    page: 'gate.md',
  });

  registerCalibrate(gate);
}

function registerCalibrate(gate: Command): void {
  const calibrate = gate
    .command('calibrate')
    .description(
      'compare two results of the same code: how often the gate would be red by chance, and how many cases an effect needs',
    )
    .argument('[first]', 'results of the code')
    .argument('[second]', 'results of the same code')
    .addOption(fromOption())
    .addOption(scoreOption())
    .addOption(minEffectOption())
    .option('--json', 'print JSON only')
    .action(async (first: string | undefined, second: string | undefined, options: CalibrateArguments) => {
      if (isOnService(calibrate, options, first)) {
        const { runCalibrateService } = await import('./gate-calibrate-service.command.js');
        return exitWith(runCalibrateService({ ...options, ...streams }), options);
      }
      const { from } = options;
      if (from === undefined || first === undefined || second === undefined) return calibrate.error(NEITHER);
      const { runGateCalibrate } = await import('./gate.command.js');
      await exitWith(runGateCalibrate({ ...options, from, first, second, output: process.stdout }), options);
    });
  for (const option of candidateOptions()) calibrate.addOption(option);
  withHelp(withConnection(calibrate), {
    examples: [
      ['assay gate calibrate --set refunds --model gpt-4o-mini', 'run a model twice on a set'],
      [
        'assay gate calibrate --from promptfoo first.json second.json',
        'compare two results of the same code',
      ],
    ],
    exitCodes: [
      [0, 'printed'],
      [FAILED, 'could not run: options, files, no pairs, no service, the time limit'],
      [STOPPED, 'ended by a signal'],
    ],
    page: 'gate.md#calibrate',
  });
}

const NEITHER = 'error: give --from and two files of results, or --set and --model';

const streams = {
  ...standardStreams,
  say: (line: string) => process.stderr.write(`${line}\n`),
};

/** Options of both kinds of results. */
interface EitherArguments {
  from?: GateFilesOptions['from'];
  set?: string;
  model?: string;
}

type GateArguments = EitherArguments &
  Omit<GateFilesOptions, 'from' | 'baseline' | 'candidate' | 'output'> &
  Omit<GateServiceOptions, 'set' | 'model' | 'output' | 'env' | 'say'>;
type CalibrateArguments = EitherArguments &
  Omit<CalibrateOptions, 'from' | 'first' | 'second' | 'output'> &
  Omit<CalibrateServiceOptions, 'set' | 'model' | 'output' | 'env' | 'say'>;

/** Options of one of the two, by their names in `options`. */
const serviceOptions = [...candidateOptions(), ...serviceGateOptions()].map((option) =>
  option.attributeName(),
);
const fileOptions = ['from', 'score'];

/** Whether the candidate runs on a service. Ends the process if options of both kinds are given, or the model is missing. */
function isOnService<Options extends EitherArguments>(
  command: Command,
  options: Options,
  file: string | undefined,
): options is Options & { set: string; model: string } {
  const isGiven = (name: string) => command.getOptionValueSource(name) === 'cli';
  const isService = options.set !== undefined;
  const ofService = command.options
    .filter((option) => serviceOptions.includes(option.attributeName()) && isGiven(option.attributeName()))
    .map(({ long }) => long);
  if (!isService && (options.from !== undefined || file !== undefined) && ofService.length > 0)
    command.error(`error: ${ofService.join(', ')} ${ofService.length === 1 ? 'needs' : 'need'} --set`);
  if (isService && (options.model === undefined || file !== undefined || fileOptions.some(isGiven)))
    command.error('error: --set needs --model, and excludes --from, --score and files of results');
  return isService;
}

function fromOption(): Option {
  return new Option('--from <tool>', 'tool that wrote the results').choices(resultKinds);
}

function scoreOption(): Option {
  return new Option(
    '--score <rule>',
    'a score that decides and what passes, like "faithfulness>=0.7" or "label=correct"; for langfuse and openai-evals; repeatable',
  ).argParser((rule: string, before: string[] | undefined) => [...(before ?? []), rule]);
}

function minEffectOption(): Option {
  return new Option(
    '--min-effect <points>',
    'worsening that must not pass, in percentage points, like 2pt; by default the smallest that the cases detect with a power of 80%',
  );
}
