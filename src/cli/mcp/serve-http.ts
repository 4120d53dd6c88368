import type { Server } from 'node:http';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { localhostHostValidation } from '@modelcontextprotocol/sdk/server/middleware/hostHeaderValidation.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express, { type NextFunction, type Request, type Response } from 'express';
import { AssayError } from '../../../packages/client';

const UNAVAILABLE = 503;

/** Whose requests a server serves. */
export interface Caller {
  apiKey: string;
  workspaceId: string | null;
}

/**
 * Serves `/mcp` on this machine alone, without sessions. Each request has the API key of its caller, so that the server
 * lends its own to no one, and the host name of this machine, so that no page of a browser can reach it by another.
 */
export function serveHttp(port: number, serverFor: (caller: Caller) => Promise<McpServer>): Promise<Server> {
  const app = express();
  app.use(localhostHostValidation());
  app.post('/mcp', async (request: Request, response: Response) => {
    const apiKey = /^Bearer (\S+)$/.exec(request.get('authorization') ?? '')?.[1];
    if (apiKey === undefined) {
      refuse(response, 401, 'Send an API key of Assay as Bearer token');
      return;
    }
    const server = await serverFor({ apiKey, workspaceId: request.get('x-workspace-id') ?? null });
    // The transport reads the body, up to 4 MiB: express would refuse conversations of 100 kB.
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => void server.close());
    await server.connect(transport as Parameters<McpServer['connect']>[0]);
    await transport.handleRequest(request, response);
  });
  app.all('/mcp', (_request: Request, response: Response) => {
    response.set('Allow', 'POST');
    refuse(response, 405, 'Send requests by POST');
  });
  // The service refused the key, or is unavailable. The default page would show where in the code.
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent || !(error instanceof AssayError)) next(error);
    else refuse(response, error.status ?? UNAVAILABLE, error.message);
  });
  return new Promise((resolve, reject) => {
    const server = app.listen(port, '127.0.0.1', (error?: Error) =>
      error ? reject(error) : resolve(server),
    );
  });
}

/** With an error as in JSON-RPC 2.0, section 5.1. */
function refuse(response: Response, status: number, message: string): void {
  if (status === 401) response.set('WWW-Authenticate', 'Bearer');
  response.status(status).json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
}
