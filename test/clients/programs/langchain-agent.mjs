import './tracing.mjs';
import { setSession } from '@arizeai/openinference-core';
import { ChatOpenAI } from '@langchain/openai';
import { context, trace } from '@opentelemetry/api';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
import { model, questions, sessionId, system, toolResult } from './scenario.mjs';

const timetable = tool(async () => toolResult, {
  name: 'timetable',
  description: 'When boats leave',
  schema: z.object({ day: z.string() }),
});
const agent = createAgent({ model: new ChatOpenAI({ model }), tools: [timetable], systemPrompt: system });

let messages = [];
await context.with(setSession(context.active(), { sessionId }), async () => {
  for (const content of questions) {
    messages.push({ role: 'user', content });
    ({ messages } = await agent.invoke({ messages }));
  }
});
await trace.getTracerProvider().getDelegate().shutdown();
