import './tracing.mjs';
import { forceFlush, withTool, withWorkflow } from '@traceloop/node-server-sdk';
import { OpenAI } from 'openai';
import { model, questions, sessionId, system, takeTurn, toolResult } from './scenario.mjs';

const client = new OpenAI();
const timetable = () => withTool({ name: 'timetable' }, async () => toolResult);
const workflow = { name: 'turn', associationProperties: { session_id: sessionId } };

const messages = [{ role: 'system', content: system }];
for (const content of questions) {
  messages.push({ role: 'user', content });
  await withWorkflow(workflow, () => takeTurn({ client, model, messages, timetable }));
}
await forceFlush();
