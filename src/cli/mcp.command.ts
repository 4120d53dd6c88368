import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { AssayClient } from '../../packages/client';
import { onAbort } from '../../packages/concurrency';
import { judgeInThreads } from './detect/line-judge';
import { createServer } from './mcp/create-server';
import { createDetectTool } from './mcp/detect-tool';
import { mayWrite } from './mcp/may-write';
import { readTools } from './mcp/read-tools';
import { type Caller, serveHttp } from './mcp/serve-http';
import type { Tool } from './mcp/tool';
import { writeTools } from './mcp/write-tools';
import type { ConnectionFlags } from './shared/connection/connection-options';
import { findServiceUrl } from './shared/connection/find-connection';
import { LONG_RETRY_MS, withService } from './shared/connection/with-service';
import { runUntilStopped } from './shared/run-until-stopped';

export interface McpOptions extends ConnectionFlags {
  /** Null: stdin and stdout. */
  port: number | null;
  allowWrites: boolean;
  env: NodeJS.ProcessEnv;
}

/**
 * `assay mcp`: serves the tools until the client leaves, or by HTTP until SIGINT or SIGTERM. Resolves to the exit code.
 * @throws Error for invalid settings, and for a port that is in use
 */
export function runMcp({ port, allowWrites, env, ...flags }: McpOptions): Promise<number> {
  return runUntilStopped(async (signal) => {
    const judge = judgeInThreads('auto');
    const tools: readonly Tool[] = [createDetectTool(judge), ...readTools];
    const serverFor = async (client: AssayClient, caller: Caller) => {
      const isWriter = allowWrites && (await mayWrite(client, caller, signal));
      return createServer(isWriter ? [...tools, ...writeTools] : tools, client);
    };
    try {
      if (port === null) {
        await withService(
          { ...flags, env },
          async ({ client, connection }) => serveStdio(await serverFor(client, connection), signal),
          LONG_RETRY_MS,
        );
      } else {
        const baseUrl = findServiceUrl(flags, env);
        await serveRequests(
          port,
          (caller) => serverFor(new AssayClient({ baseUrl, ...caller }), caller),
          signal,
        );
      }
      signal.throwIfAborted();
      return 0;
    } finally {
      await judge.close();
    }
  });
}

async function serveStdio(server: McpServer, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<void>((resolve) => onAbort(signal, resolve));
  const ended = Promise.race([once(process.stdin, 'end'), aborted]);
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

async function serveRequests(
  port: number,
  serverFor: (caller: Caller) => Promise<McpServer>,
  signal: AbortSignal,
): Promise<void> {
  const server = await serveHttp(port, serverFor);
  process.stderr.write(`Serving http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
  await new Promise<void>((resolve) => onAbort(signal, resolve));
  server.close();
  server.closeAllConnections();
}
