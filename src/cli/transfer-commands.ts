import { type Command, Option } from 'commander';
import { importFormats } from '../conversations/wire/import-format';
import { type ImportOptions, runImport } from './import.command';

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
      process.exitCode = await runImport({ from, file, env: process.env, output: process.stderr });
    });
}
