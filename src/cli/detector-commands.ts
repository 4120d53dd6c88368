import { type Command, Option } from 'commander';
import { evaluatorKinds } from '../evaluation/evaluators/evaluator-record';
import { failOnKinds } from './detect/exit-code';
import type { DetectOptions } from './detect.command';
import type { MeasureOptions } from './measure.command';
import type { ReviewedOptions } from './measure-reviewed.command';

/** The exit code of a command that failed; 1 means that it found issues. */
const FAILED = 2;

export function registerDetect(program: Command): void {
  program
    .command('detect')
    .description('judge the last message of every conversation in a file')
    .requiredOption('--in <file>', 'NDJSON of {messages, tools?, id?}, plain or gzipped; - for stdin')
    .requiredOption('--out <file>', 'NDJSON of {id, score, annotations, …}, in the same order; - for stdout')
    .addOption(evaluatorOption())
    .option('--model <name>', 'provider/name of the model of an llm_judge')
    .addOption(evaluatorConfigOption())
    .addOption(
      new Option('--fail-on <what>', 'condition for exit code 1').choices(failOnKinds).default('issues'),
    )
    .exitOverride(exitAsFailed)
    .action(async (options: Omit<DetectOptions, 'env'>) => {
      const { runDetect } = await import('./detect.command.js');
      await exitWith(runDetect({ ...options, env: process.env }));
    });
}

export function registerMeasure(program: Command): void {
  program
    .command('measure')
    .description('judge labeled conversations and print the accuracy of the verdicts')
    .option('--data <file>', 'NDJSON of labeled conversations, plain or gzipped')
    .option('--reviewed', 'print the rates of the service at ASSAY_URL, corrected by reviews')
    .option('--queue <id>', 'with --reviewed: a review queue that is a sample')
    .option('--experiment <id>', 'with --reviewed: an experiment')
    .option('--baseline <id>', 'with --experiment: the experiment to subtract')
    .option('--set <name>', 'with --reviewed: a set of conversations, name or name@version')
    .option('--filter <text>', 'with --reviewed: a message filter')
    .addOption(evaluatorOption())
    .option('--model <name>', 'provider/name of the model of an llm_judge')
    .addOption(evaluatorConfigOption())
    .option('--json <file>', 'also write all numbers to this file')
    .option('--parallel', 'judge responses concurrently, on all cores; disables timing')
    .addOption(
      new Option('--recorded', 'take the verdicts that an exported sample has, instead of judging').conflicts(
        ['evaluator', 'model', 'evaluatorConfig', 'reviewed'],
      ),
    )
    .exitOverride(exitAsFailed)
    .action(async (options: MeasureArguments) => {
      const { data, reviewed: isReviewed = false } = options;
      if (isReviewed === (data !== undefined))
        program.error('Give either --data or --reviewed', { exitCode: FAILED });
      if (isReviewed) {
        const { runMeasureReviewed } = await import('./measure-reviewed.command.js');
        await exitWith(runMeasureReviewed({ ...options, env: process.env, output: process.stdout }));
      } else if (data !== undefined) {
        const { runMeasure } = await import('./measure.command.js');
        await exitWith(runMeasure({ ...options, data, env: process.env }));
      }
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

async function exitWith(running: Promise<number>): Promise<void> {
  try {
    process.exitCode = await running;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = FAILED;
  }
}

/** Without this, invalid options would exit like found issues. */
function exitAsFailed({ exitCode }: { exitCode: number }): never {
  process.exit(exitCode === 0 ? 0 : FAILED);
}
