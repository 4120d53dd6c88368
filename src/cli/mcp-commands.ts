import { type Command, InvalidArgumentError } from 'commander';
import { type ConnectionFlags, withConnection } from './shared/connection/connection-options';
import { exitWith, FAILED, STOPPED } from './shared/exit';
import { withHelp } from './shared/help';

/** Registers `assay mcp`, a server of the Model Context Protocol. */
export function registerMcp(program: Command): void {
  const command = program
    .command('mcp')
    .description(
      'serve detection, findings, conversations and experiments to a model, by the Model Context Protocol',
    )
    .option('--http <port>', 'serve http://127.0.0.1:<port>/mcp instead of stdin and stdout', readPort)
    .option('--allow-writes', "also offer what stores something, with a contributor's key", false)
    .action(({ http = null, allowWrites, ...flags }: McpArguments) => {
      const running = import('./mcp.command.js');
      return exitWith(
        running.then(({ runMcp }) => runMcp({ ...flags, port: http, allowWrites, env: process.env })),
      );
    });
  withHelp(withConnection(command), {
    examples: [
      ['assay mcp', 'for a host that starts its servers, with the key in ASSAY_API_KEY'],
      ['assay mcp --http 3333', 'for hosts on this machine that send their own key'],
    ],
    exitCodes: [
      [0, 'the client has left'],
      [FAILED, 'the settings are invalid, or the port is in use'],
      [STOPPED, 'stopped by SIGINT or SIGTERM'],
    ],
    page: 'mcp.md',
  });
}

interface McpArguments extends ConnectionFlags {
  http?: number | null;
  allowWrites: boolean;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return port;
}
