/** A way to send conversations that the dashboard explains. */
interface Client {
  id: string;
  name: string;
  /** The heading in docs/traces.md with its program, which client tests run as shown. */
  heading: string;
}

/** The most used clients. */
export const tracedClients = [
  { id: 'openai', name: 'OpenAI (Python)', heading: 'OpenAI by OpenInference' },
  { id: 'openai-js', name: 'OpenAI (TypeScript)', heading: 'OpenAI for JavaScript' },
  { id: 'curl', name: 'curl', heading: 'Without tracing' },
  { id: 'opentelemetry', name: 'OpenTelemetry', heading: 'Spans without a library' },
  { id: 'vercel-ai', name: 'Vercel AI SDK', heading: 'Vercel AI SDK' },
  { id: 'langchain', name: 'LangChain and LangGraph', heading: 'LangChain and LangGraph' },
  { id: 'llamaindex', name: 'LlamaIndex', heading: 'LlamaIndex' },
  { id: 'openllmetry', name: 'OpenLLMetry', heading: 'OpenLLMetry' },
  { id: 'pydantic-ai', name: 'pydantic-ai', heading: 'pydantic-ai' },
  { id: 'openai-agents', name: 'OpenAI Agents', heading: 'OpenAI Agents' },
  { id: 'langfuse', name: 'Langfuse', heading: 'Langfuse' },
  { id: 'langsmith', name: 'LangSmith', heading: 'LangSmith' },
] as const satisfies readonly Client[];

/** A program that sends one conversation. */
export interface Program {
  /** The command that installs its packages; null: it needs none. */
  install: string | null;
  /** Starts the tracing, then holds a conversation in a session. */
  code: string;
  /** The file to save it as, and the command that runs it; null: the code is a command. */
  run: { file: string; command: string } | null;
  /** Whether it calls a model of OpenAI. */
  callsModel: boolean;
}

const runs = {
  python: { file: 'app.py', command: 'python app.py' },
  js: { file: 'app.mts', command: 'npx tsx app.mts' },
};

/** The program under a heading of docs/traces.md: all of its code. */
export function readProgram(page: string, heading: string): Program {
  const section = page.split(/^##+ /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const blocks = [...section.matchAll(/^```(sh|js|python)\n(.*?)^```$/gms)].map(
    ([, language = '', text = '']) => ({ language, text: text.trimEnd() }),
  );
  const texts = (language: string) =>
    blocks.filter((one) => one.language === language).map(({ text }) => text);
  const [command = null] = texts('sh');
  const python = texts('python').join('\n\n');
  const code = python || joinModules(texts('js'));
  if (code === '') return { install: null, code: command ?? '', run: null, callsModel: false };
  const run = python === '' ? runs.js : runs.python;
  return { install: command, code, run, callsModel: /gpt-/.test(code) };
}

/** One module of several, with all imports at its start. */
function joinModules(modules: readonly string[]): string {
  const lines = modules.join('\n\n').split('\n');
  const isImport = (line: string) => line.startsWith('import ');
  const body = lines.filter((line) => !isImport(line)).join('\n');
  return [lines.filter(isImport).join('\n'), body.replace(/\n{3,}/g, '\n\n').trim()].join('\n\n').trim();
}

export interface Destination {
  endpoint: string;
  workspaceId: string;
  /** Null: a placeholder is shown. */
  key: string | null;
}

/** The environment variables that a program reads, of a process that sends to a workspace. */
export function formatVariables(code: string, { endpoint, workspaceId, key }: Destination): string {
  const shownKey = key ?? 'YOUR_API_KEY';
  const own = { ASSAY_URL: endpoint, ASSAY_WORKSPACE_ID: workspaceId, ASSAY_API_KEY: shownKey };
  const exporter = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_HEADERS: `"authorization=Bearer%20${shownKey}"`,
  };
  return [
    ...(/OTLP/.test(code) ? Object.entries(exporter) : []),
    ...Object.entries(own).filter(([name]) => code.includes(name)),
  ]
    .map(([name, value]) => `export ${name}=${value}`)
    .join('\n');
}
