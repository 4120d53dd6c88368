import type { Command } from 'commander';
import { parseCount } from '../parse-options';
import { type ConnectionFlags, withConnection } from './connection-options';

/** The options of `withServiceOptions`. */
export interface ServiceArguments extends ConnectionFlags {
  json?: boolean;
}

/** The options of a list. */
export interface ListArguments extends ServiceArguments {
  limit: number;
}

/** Adds the options of every command that talks to a service. */
export function withServiceOptions(command: Command): Command {
  return withConnection(command.option('--json', 'print JSON: of a list, one item per line'));
}

export function withListOptions(command: Command): Command {
  return command.option('--limit <count>', 'items to list at most', parseCount, 50);
}
