import { createHash } from 'node:crypto';
import { seededRandom } from '../../../packages/statistics';
import { exportOf, jsonSpan } from '../otlp-spans';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const DAYS = 14;
/** Days before now on which a version of the prompt, and a model, are rolled out. */
const PROMPT_ROLLOUT = 5;
const MODEL_ROLLOUT = 4;
const SPANS_OF_EXPORT = 100;
const customers = ['Ada', 'Linus', 'Grace', 'Edsger', 'Barbara', 'Alan', 'Katherine', 'Ken'];
const reasons = ['damaged', 'wrong_item', 'too_late'];

interface ChatMessage {
  role: string;
  parts: object[];
}

interface Conversation {
  id: string;
  start: number;
  agent: string;
  prompt: string;
  model: string;
  /** In milliseconds. */
  latency: number;
  /** Messages of the assistant are spans. */
  messages: ChatMessage[];
}

/**
 * Exports of two weeks of a shop's assistants. With version 4 of their prompt, the one for returns makes up labels, fees and
 * reasons. One of its conversations repeats a fee that no message names.
 */
export function shopExports(now: number): object[] {
  const random = seededRandom('order desk');
  const uniform = () => random() / 2 ** 32;
  const conversations = Array.from({ length: DAYS }, (_, age) => {
    const isWeekend = [0, 6].includes(new Date(now - age * DAY).getUTCDay());
    return Array.from({ length: isWeekend ? 14 : 34 }, (_unused, index) =>
      designConversation(uniform, `order-desk-${age}-${index}`, now, age),
    );
  }).flat();
  const spans = [...conversations, repeatedFee(now - HOUR)].flatMap(toSpans);
  return Array.from({ length: Math.ceil(spans.length / SPANS_OF_EXPORT) }, (_, page) =>
    exportOf(...spans.slice(page * SPANS_OF_EXPORT, (page + 1) * SPANS_OF_EXPORT)),
  );
}

function designConversation(uniform: () => number, id: string, now: number, age: number): Conversation {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(uniform() * values.length)] as Value;
  const agent = uniform() < 0.6 ? 'Order desk' : 'Returns desk';
  const prompt = age <= PROMPT_ROLLOUT && uniform() < 0.85 ? 'v4' : 'v3';
  const model = age <= MODEL_ROLLOUT && uniform() < 0.35 ? 'gpt-4.1-mini' : 'gpt-4o-mini';
  const share = prompt === 'v3' ? 0.03 : agent === 'Returns desk' ? 0.45 : 0.08;
  const isWrong = uniform() < share;
  const order = 1000 + Math.floor(uniform() * 9000);
  const ships = 1 + Math.floor(uniform() * 24);
  const fee = 3 + Math.floor(uniform() * 60) / 10;
  const facts = `Order ${order} of ${pick(customers)} ships on ${ships} May from Lyon. A return label costs ${fee.toFixed(2)} EUR.`;
  const turns =
    agent === 'Order desk' ? orderTurns(order, ships, isWrong) : returnTurns(order, pick(reasons), isWrong);
  const shownFee = agent === 'Returns desk' && isWrong ? fee + 2 : fee;
  return {
    id,
    start: now - age * DAY - HOUR - Math.floor(uniform() * 22 * HOUR),
    agent,
    prompt,
    model,
    latency: Math.floor(400 + uniform() * (model === 'gpt-4o-mini' ? 1500 : 2600)),
    messages: [
      instruct(agent, prompt, facts),
      ...turns,
      say('user', 'What does a return cost?'),
      say('assistant', `A return label costs ${shownFee.toFixed(2)} EUR.`),
    ],
  };
}

function orderTurns(order: number, ships: number, isWrong: boolean): ChatMessage[] {
  return [
    say('user', `When does order ${order} ship?`),
    say('assistant', `Order ${order} ships on ${isWrong ? ships + 4 : ships} May from Lyon.`),
  ];
}

function returnTurns(order: number, reason: string, isWrong: boolean): ChatMessage[] {
  const id = `call-${order}`;
  const given = { order_number: order, reason: isWrong ? 'changed_mind' : reason };
  return [
    say('user', `I want to return order ${order}, reason ${reason}.`),
    { role: 'assistant', parts: [{ type: 'tool_call', id, name: 'create_return', arguments: given }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id, response: { label: `RET-${order}-01` } }] },
    say('assistant', `Your return label is RET-${order}-${isWrong ? '77' : '01'}.`),
  ];
}

function repeatedFee(start: number): Conversation {
  const turns = Array.from({ length: 18 }, (_, index) => [
    say('user', `And how much is the express fee of parcel ${index + 1}?`),
    say('assistant', 'The express fee of this parcel is 159 EUR.'),
  ]).flat();
  const system = instruct('Returns desk', 'v4', 'Order 7712 of Grace ships on 12 May from Lyon.');
  const written = { agent: 'Returns desk', prompt: 'v4', model: 'gpt-4o-mini', latency: 900 };
  return { id: 'order-desk-fee', start, ...written, messages: [system, ...turns] };
}

function instruct(agent: string, prompt: string, facts: string): ChatMessage {
  const style =
    prompt === 'v4' ? 'Be brief and concrete.' : 'Quote the records, and say so if they have no answer.';
  return say('system', `You are the ${agent.toLowerCase()} of Kettleford. ${style}\n\n${facts}`);
}

function say(role: string, content: string): ChatMessage {
  return { role, parts: [{ type: 'text', content }] };
}

function toSpans({ messages, ...conversation }: Conversation): object[] {
  return messages.flatMap((message, index) =>
    message.role === 'assistant' ? [toSpan(conversation, index, messages.slice(0, index), message)] : [],
  );
}

function toSpan(
  { id, start, agent, prompt, model, latency }: Omit<Conversation, 'messages'>,
  index: number,
  before: ChatMessage[],
  reply: ChatMessage,
): object {
  const digest = createHash('sha256').update(`${id} ${index}`).digest('hex');
  const at = start + index * 20_000;
  const [input, output] = [120 + 40 * before.length, 12 + (Number.parseInt(digest.slice(0, 2), 16) % 30)];
  return jsonSpan(
    {
      name: 'chat',
      traceId: digest.slice(0, 32),
      spanId: digest.slice(32, 48),
      startMs: at,
      endTimeUnixNano: `${at + latency}000000`,
    },
    {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': model,
      'gen_ai.conversation.id': id,
      'gen_ai.agent.name': agent,
      'gen_ai.conversation.tags.prompt_version': prompt,
      'gen_ai.usage.input_tokens': input,
      'gen_ai.usage.output_tokens': output,
      'gen_ai.usage.cost': input * 4e-7 + output * 1.6e-6,
      'gen_ai.input.messages': JSON.stringify(before),
      'gen_ai.output.messages': JSON.stringify([reply]),
    },
  );
}
