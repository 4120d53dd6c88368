import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestApi } from './api';
import { owner } from './owner';

const run = promisify(execFile);

export interface AgentSettings {
  /** Which instrumentation of the OpenAI client records its calls. */
  family: 'openinference' | 'opentelemetry';
  exporter: 'proto' | 'json';
  compression?: 'gzip' | 'none';
  modelBaseUrl: string;
  conversationId: string;
}

/** The headers that an exporter of the API's owner sends. */
export function exporterHeaders(api: TestApi): Record<string, string> {
  return { authorization: `Bearer ${owner.apiKey}`, 'x-workspace-id': api.workspaceId };
}

/** Runs the agent of `otlp-clients/agent.cjs`, which has exported everything when it exits. */
export async function runAgent(api: TestApi, settings: AgentSettings): Promise<void> {
  const all = { ...settings, endpoint: api.url, headers: exporterHeaders(api) };
  await run(process.execPath, [join(__dirname, 'otlp-clients/agent.cjs'), JSON.stringify(all)], {
    timeout: 60_000,
  });
}
