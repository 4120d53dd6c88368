import type { Changes } from './expected-conversation';

/** A program that users of the service run, as they trace it. */
export interface Client {
  /** Also of its recording. */
  name: string;
  /** The heading in docs/traces.md whose code starts the tracing. */
  heading: string;
  environment: string;
  program: string;
  settings?: Record<string, string>;
  /** One that reasons starts with o. */
  model?: string;
  /** No session arrives, because none is named or the client removes it: each turn has a trace, or each call. */
  missingSession?: 'unnamed' | 'removed';
  changes?: Changes;
}

const javascript = { program: 'ai-sdk.mjs' };
const langChain = { environment: 'python-langchain', program: 'langgraph_agent.py' };
const agents = { environment: 'python-agents' };
const strands = { environment: 'python-strands', program: 'strands_agent.py' };
const turns = { program: 'openai_turns.py' };
const mlflow = { environment: 'python-mlflow', program: 'mlflow_openai.py' };

/** Most used first. */
const latest: Client[] = [
  { name: 'ai-sdk-7', heading: 'Vercel AI SDK', environment: 'ai-sdk-7', ...javascript },
  {
    name: 'ai-sdk-7-openinference',
    heading: 'Vercel AI SDK with OpenInference',
    environment: 'ai-sdk-7',
    ...javascript,
  },
  { name: 'ai-sdk-6', heading: 'Vercel AI SDK 5 and 6', environment: 'ai-sdk-6', ...javascript },
  {
    name: 'ai-sdk-6-openinference',
    heading: 'Vercel AI SDK 5 and 6 with OpenInference',
    environment: 'ai-sdk-6',
    ...javascript,
  },
  { name: 'ai-sdk-5', heading: 'Vercel AI SDK 5 and 6', environment: 'ai-sdk-5', ...javascript },
  {
    name: 'ai-sdk-5-openinference',
    heading: 'Vercel AI SDK 5 and 6 with OpenInference',
    environment: 'ai-sdk-5',
    ...javascript,
  },
  {
    name: 'langfuse-python',
    heading: 'Langfuse',
    environment: 'python-langchain',
    program: 'langfuse_openai.py',
  },
  {
    name: 'langfuse-3',
    heading: 'Langfuse 3',
    environment: 'python-langfuse-3',
    program: 'langfuse_openai.py',
  },
  {
    name: 'langfuse-js',
    heading: 'Langfuse for JavaScript',
    environment: 'langfuse-js',
    program: 'langfuse-openai.mjs',
  },
  {
    name: 'langfuse-langgraph',
    heading: 'Langfuse',
    environment: 'python-langchain',
    program: 'langfuse_langgraph.py',
  },
  {
    name: 'openai-opentelemetry',
    heading: 'OpenAI by OpenTelemetry',
    environment: 'python-openai-v2',
    ...turns,
  },
  {
    name: 'openai-opentelemetry-without-session',
    heading: 'OpenAI by OpenTelemetry',
    environment: 'python-openai-v2',
    ...turns,
    missingSession: 'unnamed',
  },
  {
    name: 'openai-openinference',
    heading: 'OpenAI by OpenInference',
    environment: 'python-langchain',
    program: 'openinference_openai.py',
  },
  {
    name: 'openai-js-openinference',
    heading: 'OpenAI for JavaScript',
    environment: 'llamaindex-js',
    program: 'openinference-openai.mjs',
  },
  { name: 'langgraph-openinference', heading: 'LangChain and LangGraph', ...langChain },
  { name: 'langgraph-and-openai', heading: 'LangChain with the client of OpenAI', ...langChain },
  {
    name: 'langgraph-without-session',
    heading: 'LangChain and LangGraph',
    ...langChain,
    missingSession: 'unnamed',
  },
  {
    name: 'langgraph-and-openai-without-session',
    heading: 'LangChain with the client of OpenAI',
    ...langChain,
    missingSession: 'unnamed',
  },
  {
    name: 'langchain-js',
    heading: 'LangChain for JavaScript',
    environment: 'langchain-js',
    program: 'langchain-agent.mjs',
  },
  {
    name: 'langgraph-and-openai-apart',
    heading: 'LangChain with the client of OpenAI',
    ...langChain,
    // The client does not know the session, and each span is an export, that of the client first.
    settings: { SESSION_IN_CONTEXT: 'false', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1' },
  },
  {
    name: 'langfuse-and-openinference',
    heading: 'Langfuse',
    environment: 'python-langchain',
    program: 'langfuse_and_openinference.py',
  },
  { name: 'langgraph-langsmith', heading: 'LangSmith', ...langChain },
  {
    name: 'openllmetry-openai',
    heading: 'OpenLLMetry',
    environment: 'python-langchain',
    program: 'traceloop_openai.py',
  },
  { name: 'openllmetry-langgraph', heading: 'OpenLLMetry', ...langChain },
  {
    name: 'openllmetry-js',
    heading: 'OpenLLMetry for JavaScript',
    environment: 'openllmetry-js',
    program: 'openllmetry-openai.mjs',
  },
  {
    name: 'pydantic-ai',
    heading: 'pydantic-ai',
    ...agents,
    program: 'pydantic_ai_agent.py',
    model: 'o4-mini',
  },
  { name: 'logfire', heading: 'Logfire', ...agents, program: 'pydantic_ai_agent.py', model: 'o4-mini' },
  {
    name: 'openai-agents',
    heading: 'OpenAI Agents',
    ...agents,
    program: 'openai_agents.py',
    model: 'o4-mini',
  },
  {
    name: 'openai-agents-handoff',
    heading: 'OpenAI Agents',
    ...agents,
    program: 'openai_agents_handoff.py',
    model: 'o4-mini',
    changes: { isHandedOff: true },
  },
  {
    name: 'google-adk',
    heading: 'Google ADK',
    environment: 'python-adk',
    program: 'adk_agent.py',
    changes: {
      system: (text) => `${text}\n\nYou are an agent. Your internal name is "traveller".`,
      result: (text) => JSON.stringify({ result: text }),
    },
  },
  {
    name: 'llamaindex-openinference',
    heading: 'LlamaIndex',
    environment: 'python-llamaindex',
    program: 'llamaindex_agent.py',
  },
  { name: 'strands', heading: 'Strands Agents', ...strands },
  {
    name: 'strands-latest-conventions',
    heading: 'Strands Agents',
    ...strands,
    settings: { OTEL_SEMCONV_STABILITY_OPT_IN: 'gen_ai_latest_experimental' },
  },
  {
    name: 'llamaindex-js',
    heading: 'LlamaIndex for JavaScript',
    environment: 'llamaindex-js',
    program: 'llamaindex-agent.mjs',
    changes: { isUncounted: true },
  },
  {
    name: 'crewai',
    heading: 'CrewAI',
    environment: 'python-crewai',
    program: 'crewai_agent.py',
    settings: { CREWAI_DISABLE_TELEMETRY: 'true', CREWAI_TRACING_ENABLED: 'false' },
    changes: {
      system: (text) => `You are traveller. ${text}\nYour personal goal is: Help travellers`,
      question: (text) => `\nCurrent Task: ${text}`,
    },
  },
  { name: 'mastra', heading: 'Mastra', environment: 'mastra', program: 'mastra-agent.mjs' },
  {
    name: 'semantic-kernel',
    heading: 'Semantic Kernel',
    environment: 'python-semantic-kernel',
    program: 'semantic_kernel_agent.py',
  },
  { name: 'autogen', heading: 'AutoGen', environment: 'python-autogen', program: 'autogen_agent.py' },
  { name: 'ag2', heading: 'AG2', environment: 'python-ag2', program: 'ag2_agent.py' },
  { name: 'mlflow', heading: 'MLflow', ...mlflow },
  {
    name: 'mlflow-opentelemetry-conventions',
    heading: 'MLflow',
    ...mlflow,
    settings: { MLFLOW_ENABLE_OTEL_GENAI_SEMCONV: 'true' },
  },
  { name: 'openlit', heading: 'OpenLIT', environment: 'python-openlit', ...turns },
];

/** The versions of November 2025, by their environment. */
const yearOld = {
  'python-2025': [
    'langfuse-3',
    'langfuse-langgraph',
    'openai-opentelemetry',
    'openai-openinference',
    'langgraph-openinference',
    'langgraph-and-openai',
    'langgraph-langsmith',
    'openllmetry-openai',
    'openllmetry-langgraph',
    'pydantic-ai',
    'logfire',
    'openai-agents',
    'openai-agents-handoff',
    'llamaindex-openinference',
    'autogen',
    'mlflow',
  ],
  'python-2025-openai-1': ['google-adk', 'strands', 'strands-latest-conventions', 'semantic-kernel'],
  'js-2025': [
    'ai-sdk-5',
    'ai-sdk-5-openinference',
    'langfuse-js',
    'langchain-js',
    'openllmetry-js',
    'llamaindex-js',
  ],
  'mastra-2025': ['mastra'],
};

/** Where they start their tracing differently. */
const earlierHeadings: Record<string, string> = {
  'langfuse-langgraph': 'Langfuse 3',
  'openai-opentelemetry': 'OpenAI by OpenTelemetry before 2.3',
  'langgraph-langsmith': 'LangSmith 0.4',
  mastra: 'Mastra 0',
  mlflow: 'MLflow 3.6',
};

const earlierChanges: Record<string, Changes> = {
  strands: { hasNoSystem: true },
  'strands-latest-conventions': { hasNoSystem: true },
  'openllmetry-js': { hasNoCallIds: true },
};

function toYearOld(name: string, environment: string): Client {
  const client = latest.find((one) => one.name === name) as Client;
  const heading = earlierHeadings[name] ?? client.heading;
  const changes = earlierChanges[name] ?? client.changes;
  return {
    ...client,
    name: `${name}-2025`,
    heading,
    environment,
    // Before runs had a conversation: it scrubs values with the word session.
    ...(name === 'logfire' && { missingSession: 'removed' as const }),
    ...(changes && { changes }),
  };
}

export const clients: Client[] = [
  ...latest,
  ...Object.entries(yearOld).flatMap(([environment, names]) =>
    names.map((name) => toYearOld(name, environment)),
  ),
];
