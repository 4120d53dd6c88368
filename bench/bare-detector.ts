import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { defaultLabels } from '../packages/detector';
import { fromOpenAI, type OpenAIMessage, type ToolDefinition } from '../packages/formats';
import { createGroundingEvaluator } from '../src/evaluation/evaluators/grounding-evaluator';
import { judge } from '../src/evaluation/judgment/judge';

const evaluator = createGroundingEvaluator();
const issueConfig = { labels: [...defaultLabels], domainContext: null };

/** A server that only judges: no credentials, no validation, no storage. */
const app = express();
app.use(express.json({ limit: '4mb' }));
app.post('/v1/detect-hallucinations', async (request, response) => {
  const { messages, tools } = request.body as { messages: OpenAIMessage[]; tools?: ToolDefinition[] };
  const input = { messages: messages.map(fromOpenAI), tools: tools ?? [], issueConfig };
  response.json(await judge(evaluator, input, { signal: new AbortController().signal }));
});

const server = createServer(app);
server.listen(0, '127.0.0.1', () => {
  process.send?.({ ready: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit(0));
