import { type Command, Option } from 'commander';
import type { ImportOptions } from './import.command';
import { type ServiceArguments, withServiceOptions } from './shared/connection/service-options';
import { runCommand, STOPPED } from './shared/exit';
import { withHelp } from './shared/help';
import { type DestinationKind, destinationKinds } from './transfer/destination';
import { importKinds } from './transfer/import-kinds';

interface ExportArguments extends ServiceArguments {
  to: DestinationKind;
  filter?: string | null;
  cursor?: string | null;
}

type ImportArguments = ServiceArguments & Pick<ImportOptions, 'from' | 'experiments'>;

/** Registers the commands that exchange conversations with other tools, clients of a running service. */
export function registerTransfer(program: Command): void {
  const importing = program
    .command('import <file>')
    .description('import conversations of another tool from JSON lines, plain or gzipped, - for stdin')
    .addOption(new Option('--from <format>', 'form of the lines').choices(importKinds).makeOptionMandatory())
    .option('--experiments', 'with openai-evals: judge the replies of each eval run in an experiment')
    .action((file: string, flags: ImportArguments) => {
      if (flags.experiments === true && flags.from !== 'openai-evals')
        importing.error('error: --experiments needs --from openai-evals');
      return runCommand(flags, async (command) =>
        (await import('./import.command.js')).runImport({ ...command, file }),
      );
    });
  withHelp(withServiceOptions(importing), {
    examples: [
      ['assay import --from openai-jsonl history.jsonl.gz', 'import recorded conversations'],
      ['zcat export-*.gz | assay import --from langfuse -', 'import what a program writes'],
      [
        'assay import --from openai-evals items.jsonl --experiments',
        'import eval runs of OpenAI, and judge them',
      ],
    ],
    exitCodes: [
      [0, 'every line is stored'],
      [1, 'lines failed'],
      [STOPPED, 'stopped by a signal'],
    ],
    page: 'importing.md',
  });

  const exporting = program
    .command('export')
    .description('send verdicts to another tool, which the environment names as for its own clients')
    .addOption(
      new Option('--to <tool>', 'where verdicts are sent').choices(destinationKinds).makeOptionMandatory(),
    )
    .option('--filter <filter>', 'a message filter: only verdicts about these messages')
    .option('--cursor <cursor>', 'where a failed export stopped')
    .action(({ filter = null, cursor = null, ...flags }: ExportArguments) =>
      runCommand(flags, async (command) =>
        (await import('./export.command.js')).runExport({ ...command, filter, cursor }),
      ),
    );
  withHelp(withServiceOptions(exporting), {
    examples: [
      ['assay export --to langfuse', 'send all verdicts'],
      ["assay export --to otlp --filter 'tags.env = production'", 'send the verdicts on some messages'],
    ],
    exitCodes: [
      [0, 'every verdict is sent'],
      [1, 'the other tool refused verdicts'],
      [STOPPED, 'stopped by a signal'],
    ],
    page: 'sending-verdicts.md',
  });
}
