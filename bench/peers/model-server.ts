import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const REPLY = 'Thank you for your question. Please ask our staff at the desk, who will gladly help you.';

/** A server that speaks OpenAI's chat protocol. Its model `scripted-500` replies after 500 ms, always the same. */
const server = createServer(async (request, response) => {
  const { model } = (await json(request)) as { model: string };
  const delayMs = Number(model.replace('scripted-', ''));
  if (delayMs > 0) await sleep(delayMs);
  response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: REPLY } }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    }),
  );
});

server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.({ ready: true }));
process.on('disconnect', () => process.exit(0));
