import type { Command } from 'commander';
import {
  type ListArguments,
  type ServiceArguments,
  withListOptions,
  withServiceOptions,
} from './shared/connection/service-options';
import { runCommand } from './shared/exit';
import { withHelp } from './shared/help';
import type { standardStreams } from './shared/standard-streams';

/** A resource of the service that commands list and show. */
interface Resource {
  name: string;
  description: string;
  /** The argument of `show`. */
  reference: string;
  page: string;
  list(flags: ListArguments & typeof standardStreams): Promise<void>;
  show(reference: string, flags: ServiceArguments & typeof standardStreams): Promise<void>;
  example: readonly [commandLine: string, effect: string];
  /** Adds options to the list. */
  extend?(list: Command): void;
}

const resources: readonly Resource[] = [
  {
    name: 'runs',
    description: 'read optimization runs',
    reference: 'id',
    page: 'optimization-runs.md',
    list: async (flags) => (await import('./runs.command.js')).runListRuns(flags),
    show: async (id, flags) => (await import('./runs.command.js')).runShowRun(id, flags),
    example: [
      'assay runs list --json | jq \'select(.status == "ready") | .name\'',
      'runs that wait for a runner',
    ],
  },
  {
    name: 'findings',
    description: 'read findings, with their evidence',
    reference: 'id',
    page: 'findings.md',
    list: async (flags) => (await import('./findings.command.js')).runListFindings(flags),
    show: async (id, flags) => (await import('./findings.command.js')).runShowFinding(id, flags),
    example: [
      "assay findings list --filter 'review = confirmed' --limit 500 --json > confirmed.jsonl",
      'confirmed findings',
    ],
    extend: (list) => list.option('--filter <filter>', 'a filter of findings'),
  },
  {
    name: 'sets',
    description: 'read sets of conversations',
    reference: 'set',
    page: 'sets.md',
    list: async (flags) => (await import('./sets.command.js')).runListSets(flags),
    show: async (set, flags) => (await import('./sets.command.js')).runShowSet(set, flags),
    example: ['assay sets show support@3', 'a version of a set'],
  },
  {
    name: 'keys',
    description: 'read API keys; secrets are never shown',
    reference: 'id',
    page: 'accounts.md',
    list: async (flags) => (await import('./keys.command.js')).runListKeys(flags),
    show: async (id, flags) => (await import('./keys.command.js')).runShowKey(id, flags),
    example: ["assay keys list --json | jq 'select(.last_used_at == null)'", 'keys that were never used'],
  },
];

/** Registers `list` and `show` of the resources that have no other commands. */
export function registerLists(program: Command): void {
  for (const { name, description, reference, page, list, show, example, extend } of resources) {
    const group = program.command(name).description(description);
    const listing = group
      .command('list')
      .description(`list ${name}, newest first`)
      .action((flags: ListArguments) => runCommand(flags, list));
    extend?.(listing);
    withHelp(withServiceOptions(withListOptions(listing)), {
      examples: [example],
      exitCodes: [[0, 'listed']],
      page,
    });
    const showing = group
      .command(`show <${reference}>`)
      .description(`show one of the ${name}${reference === 'set' ? ': name, name@version or id' : ''}`)
      .action((value: string, flags: ServiceArguments) =>
        runCommand(flags, (command) => show(value, command)),
      );
    withHelp(withServiceOptions(showing), {
      examples: [name === 'sets' ? example : [`assay ${name} show $ID`, 'all fields']],
      exitCodes: [[0, 'shown']],
      page,
    });
  }
}
