/** An SDK whose tracing the dashboard explains. */
export interface TracedSdk {
  id: string;
  name: string;
  /** How its exporter is configured. */
  settings: 'opentelemetry' | 'langfuse';
}

/** The most used SDKs. A name is the heading in docs/traces.md whose code starts the tracing; client tests run that code. */
export const tracedSdks = [
  { id: 'openai-agents', name: 'OpenAI Agents', settings: 'opentelemetry' },
  { id: 'langchain', name: 'LangChain and LangGraph', settings: 'opentelemetry' },
  { id: 'vercel-ai', name: 'Vercel AI SDK', settings: 'opentelemetry' },
  { id: 'langfuse', name: 'Langfuse', settings: 'langfuse' },
  { id: 'openllmetry', name: 'OpenLLMetry', settings: 'opentelemetry' },
  { id: 'llamaindex', name: 'LlamaIndex', settings: 'opentelemetry' },
  { id: 'pydantic-ai', name: 'pydantic-ai', settings: 'opentelemetry' },
  { id: 'langsmith', name: 'LangSmith', settings: 'opentelemetry' },
] as const satisfies readonly TracedSdk[];

/** The first code under a heading of docs/traces.md; empty if there is none. */
export function readSnippet(page: string, heading: string): string {
  const section = page.split(/^##+ /m).find((one) => one.startsWith(`${heading}\n`));
  return /^```(?:js|python)\n(.*?)^```$/ms.exec(section ?? '')?.[1]?.trimEnd() ?? '';
}

export interface Destination {
  endpoint: string;
  workspaceId: string;
  /** Null: a placeholder is shown. */
  key: string | null;
}

/** The environment variables of a process whose traces go to a workspace. */
export function formatVariables(
  { settings }: TracedSdk,
  { endpoint, workspaceId, key }: Destination,
): string {
  const shownKey = key ?? 'YOUR_API_KEY';
  const variables =
    settings === 'langfuse'
      ? { ASSAY_URL: endpoint, ASSAY_WORKSPACE_ID: workspaceId, ASSAY_API_KEY: shownKey }
      : {
          OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
          OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
          OTEL_EXPORTER_OTLP_HEADERS: `"authorization=Bearer%20${shownKey}"`,
        };
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${value}`)
    .join('\n');
}
