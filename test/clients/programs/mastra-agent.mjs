import { openai } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { z } from 'zod';
import { model, questions, sessionId, system, toolResult } from './scenario.mjs';
import { observability } from './tracing.mjs';

const timetable = createTool({
  id: 'timetable',
  description: 'When boats leave',
  inputSchema: z.object({ day: z.string() }),
  execute: async () => toolResult,
});
const traveller = new Agent({
  id: 'traveller',
  name: 'traveller',
  instructions: system,
  model: openai(model),
  tools: { timetable },
});
const mastra = new Mastra({ agents: { traveller }, observability });

const messages = [];
for (const content of questions) {
  messages.push({ role: 'user', content });
  const result = await mastra
    .getAgent('traveller')
    .generate(messages, { tracingOptions: { metadata: { threadId: sessionId } } });
  messages.push(...result.response.messages);
}
// Version 0 exports a trace five seconds after its end, and loses it at a shutdown.
const isLatest = observability.shutdown !== undefined;
if (!isLatest) await new Promise((resolve) => setTimeout(resolve, 6500));
await (isLatest ? observability : mastra).shutdown();
