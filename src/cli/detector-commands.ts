import { type Command, Option } from 'commander';
import { evaluatorKinds } from '../evaluation/evaluators/evaluator-record';
import { failOnKinds, NOTHING_JUDGED } from './detect/exit-code';
import type { DetectOptions } from './detect.command';
import type { MeasureOptions } from './measure.command';
import type { ReviewedOptions } from './measure-reviewed.command';
import { withConnection } from './shared/connection/connection-options';
import { exitWith, FAILED, STOPPED } from './shared/exit';
import { withHelp } from './shared/help';
import { parseShare } from './shared/parse-options';

export function registerDetect(program: Command): void {
  const detect = program
    .command('detect')
    .description('judge the last message of every conversation in a file')
    .argument('[file]', 'NDJSON of {messages, tools?, id?, external_id?}, plain or gzipped; - for stdin')
    .option('--in <file>', 'the same as the argument')
    .option(
      '--out <file>',
      'NDJSON of {id, score, annotations, …}, in the same order; - for stdout, which is the default, in a readable form on a terminal',
    )
    .option('--json', 'print results as NDJSON on a terminal, too')
    .addOption(evaluatorOption())
    .option('--model <name>', 'provider/name of the model of an llm_judge')
    .addOption(evaluatorConfigOption())
    .option('--issue-config <file>', 'labels and domain context as JSON, in the form of the API')
    .option('--min-confidence <share>', 'leave out findings below it: 0.8 or 80%', parseShare)
    .option('--baseline <file>', 'an earlier output: only findings that it lacks count as issues')
    .addOption(
      new Option('--fail-on <what>', 'condition for exit code 1').choices(failOnKinds).default('issues'),
    )
    .option(
      '--max-rate <share>',
      'exit code 1 only if more than this share of the judged replies has issues: 0.1 or 10%',
      parseShare,
    )
    .action(async (file: string | undefined, { in: input, ...options }: DetectArguments) => {
      if ((file === undefined) === (input === undefined)) detect.error('error: give either FILE or --in');
      const running = import('./detect.command.js');
      const command = { ...options, in: file ?? input ?? '', env: process.env };
      await exitWith(
        running.then(({ runDetect }) => runDetect(command)),
        options,
      );
    });
  withHelp(detect, {
    examples: [
      ['assay detect replies.jsonl', 'show the issues of a file'],
      ['assay detect replies.jsonl.gz --out verdicts.jsonl', 'write a result for each line'],
      ['assay detect new.jsonl --baseline verdicts.jsonl', 'fail on new issues only'],
      ['cat replies.jsonl | assay detect - --max-rate 5%', 'allow issues in 5% of the replies'],
    ],
    exitCodes: [
      [0, 'no reply has an issue, or no more replies than --max-rate allows'],
      [1, 'a reply has an issue; with --fail-on no-verdict also: a reply has no verdict'],
      [FAILED, 'a line failed, or the command could not run: options, files, an empty file'],
      [NOTHING_JUDGED, 'no reply could be judged'],
      [STOPPED, 'stopped by a signal, or stdout was closed'],
    ],
    page: 'measuring.md#assay-detect',
  });
}

interface DetectArguments extends Omit<DetectOptions, 'env' | 'in'> {
  in?: string;
}

export function registerMeasure(program: Command): void {
  const measure = program
    .command('measure')
    .description('judge labeled conversations and print the accuracy of the verdicts')
    .option('--data <file>', 'NDJSON of labeled conversations, plain or gzipped')
    .option('--reviewed', 'print the rates of the service, corrected by reviews')
    .option('--queue <id>', 'with --reviewed: a review queue that is a sample')
    .option('--experiment <id>', 'with --reviewed: an experiment')
    .option('--baseline <id>', 'with --experiment: the experiment to subtract')
    .option('--set <name>', 'with --reviewed: a set of conversations, name or name@version')
    .option('--filter <text>', 'with --reviewed: a message filter')
    .addOption(evaluatorOption())
    .option('--model <name>', 'provider/name of the model of an llm_judge')
    .addOption(evaluatorConfigOption())
    .option('--json [file]', 'print all numbers as JSON; with a file also write them to it')
    .option('--parallel', 'judge responses concurrently, on all cores; disables timing')
    .addOption(
      new Option('--recorded', 'take the verdicts that an exported sample has, instead of judging').conflicts(
        ['evaluator', 'model', 'evaluatorConfig', 'reviewed'],
      ),
    )
    .action(async (options: MeasureArguments) => {
      const { data, reviewed: isReviewed = false } = options;
      if (isReviewed === (data !== undefined)) measure.error('error: give either --data or --reviewed');
      const isJson = { json: options.json === true };
      if (isReviewed) {
        const running = import('./measure-reviewed.command.js');
        const command = { ...options, env: process.env, output: process.stdout };
        await exitWith(
          running.then(({ runMeasureReviewed }) => runMeasureReviewed(command)),
          isJson,
        );
      } else if (data !== undefined) {
        const running = import('./measure.command.js');
        await exitWith(
          running.then(({ runMeasure }) => runMeasure({ ...options, data, env: process.env })),
          isJson,
        );
      }
    });
  withHelp(withConnection(measure), {
    examples: [
      ['assay measure --data labeled.jsonl.gz --json measured.json', 'measure the embedded evaluator'],
      ['assay measure --data labeled.jsonl --evaluator llm_judge --model openai/gpt-4.1', 'measure a judge'],
      ['assay measure --data sample.ndjson --recorded', 'measure the verdicts of an exported sample'],
    ],
    exitCodes: [
      [0, 'measured'],
      [FAILED, 'lines were left out, or the command could not run: options, files'],
      [STOPPED, 'stopped by a signal'],
    ],
    page: 'measuring.md#assay-measure',
  });
}

interface MeasureArguments
  extends Omit<MeasureOptions, 'env' | 'data'>,
    Omit<ReviewedOptions, 'env' | 'output'> {
  data?: string;
  reviewed?: boolean;
}

function evaluatorOption(): Option {
  return new Option('--evaluator <kind>', 'evaluator').choices(evaluatorKinds).default('grounding');
}

function evaluatorConfigOption(): Option {
  return new Option('--evaluator-config <file>', 'config of the evaluator as JSON, in the form of the API');
}
