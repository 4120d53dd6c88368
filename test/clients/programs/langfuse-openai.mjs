import './tracing.mjs';
import { observeOpenAI } from '@langfuse/openai';
import { observe, propagateAttributes } from '@langfuse/tracing';
import { trace } from '@opentelemetry/api';
import { OpenAI } from 'openai';
import { model, questions, sessionId, system, takeTurn, toolResult } from './scenario.mjs';

const client = observeOpenAI(new OpenAI());
const timetable = observe(async () => toolResult, { name: 'timetable', asType: 'tool' });
const turn = observe((messages) => takeTurn({ client, model, messages, timetable }), {
  name: 'turn',
  asType: 'agent',
});

const messages = [{ role: 'system', content: system }];
await propagateAttributes({ sessionId }, async () => {
  for (const content of questions) {
    messages.push({ role: 'user', content });
    await turn(messages);
  }
});
await trace.getTracerProvider().getDelegate().shutdown();
