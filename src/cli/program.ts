import { Command } from 'commander';
import { version } from '../platform/version';
import { registerDetect, registerMeasure } from './detector-commands';
import { registerDoctor } from './doctor-commands';
import { registerExperiments } from './experiments-commands';
import { registerGate } from './gate-commands';
import { registerLists } from './list-commands';
import { registerMcp } from './mcp-commands';
import { registerPlan } from './plan-commands';
import { registerReview } from './review-commands';
import { registerRunner } from './runner-commands';
import { registerService } from './service-commands';
import { FAILED } from './shared/exit';
import { withGroupHelp } from './shared/help';
import { registerTransfer } from './transfer-commands';
import { registerUsers } from './users-commands';

/**
 * The command line. A command loads what it needs when it runs: all of them together take most of a second.
 */
export function createProgram(): Command {
  const program = new Command('assay')
    .description('Find hallucinations in LLM conversations, highlighted character by character.')
    .version(version)
    // An option belongs to the command before it: `gate` and `gate calibrate` have the same ones.
    .enablePositionalOptions()
    .showHelpAfterError('Add --help for the options.')
    // By default, a wrong command line would exit like a reply with an issue.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : FAILED));
  registerDetect(program);
  registerMeasure(program);
  registerExperiments(program);
  registerGate(program);
  registerLists(program);
  registerPlan(program);
  registerReview(program);
  registerDoctor(program);
  registerTransfer(program);
  registerMcp(program);
  registerRunner(program);
  registerService(program);
  registerUsers(program);
  for (const group of program.commands.filter(
    ({ registeredArguments, commands }) => commands.length > 0 && registeredArguments.length === 0,
  ))
    withGroupHelp(group, [
      [`assay ${group.name()} ${group.commands[0]?.name()} --help`, 'show the options of a command'],
    ]);
  return withGroupHelp(program, [
    ['assay detect replies.jsonl', 'judge the replies of a file on this machine'],
    [
      'assay gate --from promptfoo before.json after.json',
      'compare the results of a tool before and after a change',
    ],
    ['assay experiments create --help', 'show the options of a command'],
  ]);
}
