import './tracing.mjs';
import { openai } from '@ai-sdk/openai';
import { trace } from '@opentelemetry/api';
import * as ai from 'ai';
import { z } from 'zod';
import { questions, sessionId, system, toolResult } from './scenario.mjs';

// Version 7 has other names for the same.
const isLatest = 'isStepCount' in ai;
const telemetry = isLatest
  ? { runtimeContext: { sessionId }, telemetry: { includeRuntimeContext: { sessionId: true } } }
  : { experimental_telemetry: { isEnabled: true, metadata: { sessionId } } };
const settings = isLatest
  ? { instructions: system, stopWhen: ai.isStepCount(5) }
  : { system, stopWhen: ai.stepCountIs(5) };

const timetable = ai.tool({
  description: 'When boats leave',
  inputSchema: z.object({ day: z.string() }),
  execute: async () => toolResult,
});
const messages = [];
for (const content of questions) {
  messages.push({ role: 'user', content });
  const result = await ai.generateText({
    model: openai('gpt-4.1-mini'),
    messages,
    tools: { timetable },
    ...settings,
    ...telemetry,
  });
  messages.push(...(result.responseMessages ?? result.response.messages));
}
await trace.getTracerProvider().getDelegate().shutdown();
