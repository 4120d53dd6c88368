import './tracing.mjs';
import { setSession } from '@arizeai/openinference-core';
import { openai } from '@llamaindex/openai';
import { agent } from '@llamaindex/workflow';
import { context, trace } from '@opentelemetry/api';
import { tool } from 'llamaindex';
import { z } from 'zod';
import { model, questions, sessionId, system, toolResult } from './scenario.mjs';

const timetable = tool({
  name: 'timetable',
  description: 'When boats leave',
  parameters: z.object({ day: z.string() }),
  execute: async () => toolResult,
});
const traveller = agent({ tools: [timetable], llm: openai({ model }), systemPrompt: system });

const chatHistory = [];
await context.with(setSession(context.active(), { sessionId }), async () => {
  for (const content of questions) {
    const { data } = await traveller.run(content, { chatHistory });
    chatHistory.push({ role: 'user', content }, data.message);
  }
});
await trace.getTracerProvider().getDelegate().shutdown();
