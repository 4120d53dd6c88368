import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { AssayClient } from '../../../packages/client';
import { version } from '../../platform/version';
import type { Tool } from './tool';
import { dataResult, errorResult } from './tool-result';

/** A server of the Model Context Protocol with these tools, which act with the key of the client. */
export function createServer(tools: readonly Tool[], client: AssayClient): McpServer {
  const server = new McpServer({ name: 'assay', version });
  for (const { name, description, input, isWrite = false, call } of tools) {
    server.registerTool(
      name,
      {
        description,
        inputSchema: input,
        annotations: { readOnlyHint: !isWrite, destructiveHint: false, openWorldHint: isWrite },
      },
      async (values, { signal }) => {
        try {
          return dataResult(await call(values, client, signal));
        } catch (error) {
          return errorResult(error);
        }
      },
    );
  }
  return server;
}
