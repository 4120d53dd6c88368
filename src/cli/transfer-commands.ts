import { type Command, Option } from 'commander';
import { importFormats } from '../../packages/formats';
import type { ImportOptions } from './import.command';
import { type DestinationKind, destinationKinds } from './transfer/open-destination';

interface ExportArguments {
  to: DestinationKind;
  filter?: string;
  cursor?: string;
}

/** Registers the commands that exchange conversations with other tools, clients of a running service. */
export function registerTransfer(program: Command): void {
  program
    .command('import <file>')
    .description(
      'import conversations of another tool from JSON lines, plain or gzipped, - for stdin, into the service at ' +
        'ASSAY_URL with the key in ASSAY_API_KEY',
    )
    .addOption(
      new Option('--from <format>', 'form of the lines')
        .choices(importFormats.filter((format) => format !== 'assay'))
        .makeOptionMandatory(),
    )
    .action(async (file: string, { from }: Pick<ImportOptions, 'from'>) => {
      const { runImport } = await import('./import.command.js');
      process.exitCode = await runImport({ from, file, env: process.env, output: process.stderr });
    });

  program
    .command('export')
    .description(
      'send the verdicts of the service at ASSAY_URL to another tool, which the environment names as for its own clients',
    )
    .addOption(
      new Option('--to <tool>', 'where verdicts are sent').choices(destinationKinds).makeOptionMandatory(),
    )
    .option('--filter <filter>', 'a message filter: only verdicts about these messages')
    .option('--cursor <cursor>', 'where a failed export stopped')
    .action(async ({ to, filter, cursor }: ExportArguments) => {
      const { runExport } = await import('./export.command.js');
      process.exitCode = await runExport({
        to,
        filter: filter ?? null,
        cursor: cursor ?? null,
        env: process.env,
        output: process.stderr,
      });
    });
}
