import { type Command, Option } from 'commander';
import { evaluatorKinds } from '../evaluation/evaluators/evaluator-record';
import { failOnKinds } from './detect/exit-code';
import type { DetectOptions } from './detect.command';
import type { MeasureOptions } from './measure.command';

/** The exit code of a command that could not do its work; 1 says that it did and found issues. */
const FAILED = 2;

export function registerDetect(program: Command): void {
  program
    .command('detect')
    .description('judge the last message of every conversation in a file')
    .requiredOption('--in <file>', 'a {messages, tools?, id?} a line, plain or gzipped; - for stdin')
    .requiredOption('--out <file>', 'an {id, score, annotations, …} a line, in the same order; - for stdout')
    .addOption(evaluatorOption())
    .option('--model <name>', 'provider/name of the model of an llm_judge')
    .addOption(evaluatorConfigOption())
    .addOption(
      new Option('--fail-on <what>', 'what makes the exit code 1').choices(failOnKinds).default('issues'),
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
    .description('judge labelled conversations and print how right the verdicts are')
    .requiredOption('--data <file>', 'labelled conversations, one a line, plain or gzipped')
    .addOption(evaluatorOption())
    .option('--model <name>', 'provider/name of the model of an llm_judge')
    .addOption(evaluatorConfigOption())
    .option('--json <file>', 'also write all numbers to this file')
    .option('--parallel', 'judge many responses at once, on all cores; then nothing is timed')
    .exitOverride(exitAsFailed)
    .action(async (options: Omit<MeasureOptions, 'env'>) => {
      const { runMeasure } = await import('./measure.command.js');
      await exitWith(runMeasure({ ...options, env: process.env }));
    });
}

function evaluatorOption(): Option {
  return new Option('--evaluator <kind>', 'who judges').choices(evaluatorKinds).default('grounding');
}

function evaluatorConfigOption(): Option {
  return new Option('--evaluator-config <file>', 'the config of an llm_judge: JSON, as the API takes it');
}

async function exitWith(running: Promise<number>): Promise<void> {
  try {
    process.exitCode = await running;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = FAILED;
  }
}

/** Without this, wrong options would look like issues. */
function exitAsFailed({ exitCode }: { exitCode: number }): never {
  process.exit(exitCode === 0 ? 0 : FAILED);
}
