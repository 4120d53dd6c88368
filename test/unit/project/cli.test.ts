import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { createProgram } from '../../../src/cli/program';
import { packageRoot } from '../../../src/platform/package-root';

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');

/** The commands that do something, each with its words. */
function listCommands(command: Command, words: string[] = []): [name: string, command: Command][] {
  const own: [string, Command][] =
    command.commands.length === 0 || command.registeredArguments.length > 0
      ? [[words.join(' '), command]]
      : [];
  const below = command.commands.flatMap((sub) => listCommands(sub, [...words, sub.name()]));
  return [...own.filter(([name]) => name !== ''), ...below];
}

const commands = listCommands(createProgram());

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return help;
}

/** The anchor of a heading, as on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

it.each([createProgram(), ...createProgram().commands].map((command) => [command.name(), command] as const))(
  '%s --help has examples, exit codes and a page',
  (_name, command) => {
    expect(helpOf(command)).toMatch(
      /\nExamples:\n(?: {2}.*\n)+\nExit codes:\n(?: +\d+ {2}\S.*\n)+\nDocumentation: docs\//,
    );
  },
);

it('has each command in docs/cli.md', () => {
  const [, section = ''] = read('docs/cli.md').split('\n## Commands\n');
  const documented = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  const table = documented.slice(0, documented.indexOf('--url'));

  expect(table.sort()).toEqual(commands.map(([name]) => name).sort());
});

describe.each(commands)('assay %s --help', (name, command) => {
  const help = helpOf(command);

  it('has examples, exit codes and an existing page', () => {
    const [, page = '', anchor] = /^Documentation: (docs\/[\w-]+\.md)(?:#(.*))?$/m.exec(help) ?? [];
    expect(help).toContain('\nExamples:\n');
    expect(help).toContain(`assay ${name}`);
    expect(help).toMatch(/\nExit codes:\n(?: +\d+ {2}\S.*\n)+/);
    expect(existsSync(join(packageRoot, page))).toBe(true);
    const anchors = [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
    if (anchor !== undefined) expect(anchors).toContain(anchor);
  });
});
