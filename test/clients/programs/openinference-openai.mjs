import './tracing.mjs';
import { setSession } from '@arizeai/openinference-core';
import { context, trace } from '@opentelemetry/api';
import { OpenAI } from 'openai';
import { model, questions, sessionId, system, takeTurn, toolResult } from './scenario.mjs';

const client = new OpenAI();
const timetable = async () => toolResult;

const messages = [{ role: 'system', content: system }];
await context.with(setSession(context.active(), { sessionId }), async () => {
  for (const content of questions) {
    messages.push({ role: 'user', content });
    await takeTurn({ client, model, messages, timetable });
  }
});
await trace.getTracerProvider().getDelegate().shutdown();
