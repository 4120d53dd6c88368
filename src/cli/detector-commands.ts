import { type Command, Option } from 'commander';
import { evaluatorKinds } from '../evaluation/evaluators/evaluator-record';
import { failOnKinds } from './detect/exit-code';
import type { DetectOptions } from './detect.command';
import type { MeasureOptions } from './measure.command';

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
    .requiredOption('--data <file>', 'NDJSON of labeled conversations, plain or gzipped')
    .addOption(evaluatorOption())
    .option('--model <name>', 'provider/name of the model of an llm_judge')
    .addOption(evaluatorConfigOption())
    .option('--json <file>', 'also write all numbers to this file')
    .option('--parallel', 'judge responses concurrently, on all cores; disables timing')
    .exitOverride(exitAsFailed)
    .action(async (options: Omit<MeasureOptions, 'env'>) => {
      const { runMeasure } = await import('./measure.command.js');
      await exitWith(runMeasure({ ...options, env: process.env }));
    });
}

function evaluatorOption(): Option {
  return new Option('--evaluator <kind>', 'evaluator').choices(evaluatorKinds).default('grounding');
}

function evaluatorConfigOption(): Option {
  return new Option('--evaluator-config <file>', 'config of an llm_judge as JSON, in the form of the API');
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
