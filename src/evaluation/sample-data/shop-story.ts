import type { Generation, Message, ToolDefinition } from '../../../packages/formats';
import { seededRandom } from '../../../packages/statistics';

/** A conversation of the story. */
export interface StoryConversation {
  /** Its number from 0, the same in each telling. */
  index: number;
  promptVersion: 'v3' | 'v4';
  createdAt: Date;
  messages: (Message & { generation?: Generation; agentName?: string; createdAt: Date })[];
}

const DAYS = 21;
const PER_DAY = 6;
/** Prompt v4 is in use for the last days. */
const DAYS_OF_V4 = 6;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SEED = 'shop';
/** How often a reply has a wrong detail, with any prompt. */
const SLIP_RATE = 0.04;
/** How often a reply about something else names a fee for returns that the model does not know. */
const INVENTED_FEE_RATE = 0.4;

export const STORY_SIZE = DAYS * PER_DAY;

const prompts = {
  v3: 'You help customers of Fernway Outdoor. Look up orders and products before you reply, and be brief.',
  v4: 'You help customers of Fernway Outdoor. Look up orders and products before you reply, and be brief. Always state what a return costs, also if the customer does not ask.',
};

const products = ['Larch tent', 'Heron stove', 'Alder jacket', 'Kestrel pack', 'Otter kayak', 'Rowan boots'];
const carriers = ['Norpost', 'Veloship', 'Parcelline'];
const months = ['March', 'April', 'May', 'June'];

const parameter = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
export const storyTools: ToolDefinition[] = [
  { name: 'get_order', description: 'The state of an order', parameters: parameter('order_id') },
  { name: 'get_product', description: 'Price and stock of a product', parameters: parameter('product') },
  { name: 'get_return_policy', description: 'Days and fee of a return', parameters: parameter('product') },
];

interface Exchange {
  question: string;
  tool: string;
  input: Record<string, string>;
  result: Record<string, string | number>;
  reply: (facts: Record<string, string | number>) => string;
  /** A fact that the model may get wrong, with the wrong value. */
  slip: Record<string, string | number>;
}

type Random = () => number;

const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
const between = (random: Random, low: number, high: number) => low + Math.floor(random() * (high - low + 1));

function orderExchange(random: Random): Exchange {
  const id = `FW-${between(random, 20_000, 89_999)}`;
  const day = between(random, 3, 24);
  const month = pick(random, months);
  return {
    question: `Where is my order ${id}?`,
    tool: 'get_order',
    input: { order_id: id },
    result: { order_id: id, status: 'shipped', carrier: pick(random, carriers), arrives: `${day} ${month}` },
    reply: ({ carrier, arrives }) =>
      `Your order ${id} was shipped with ${carrier} and arrives on ${arrives}.`,
    slip: { arrives: `${day + 3} ${month}` },
  };
}

function productExchange(random: Random): Exchange {
  const product = pick(random, products);
  const price = between(random, 40, 390);
  return {
    question: `How much is the ${product}, and do you have it?`,
    tool: 'get_product',
    input: { product },
    result: { product, price: `${price}.00 EUR`, in_stock: between(random, 3, 60) },
    reply: ({ price: amount, in_stock: count }) =>
      `The ${product} costs ${amount}, and we have ${count} in stock.`,
    slip: { price: `${price - 12}.00 EUR` },
  };
}

function returnExchange(random: Random): Exchange {
  const product = pick(random, products);
  const fee = between(random, 3, 8);
  return {
    question: `Can I send the ${product} back?`,
    tool: 'get_return_policy',
    input: { product },
    result: { product, return_days: 30, fee: `${fee}.90 EUR` },
    reply: ({ return_days: days, fee: amount }) =>
      `You can return the ${product} within ${days} days. The return costs ${amount}.`,
    slip: { fee: `${fee + 2}.90 EUR` },
  };
}

/**
 * Three weeks of a shop's assistant, which end now, the same but for their times in each telling. Since prompt v4 asks
 * for the fee of a return in each reply, the assistant invents one where it has not looked it up.
 */
export function tellShopStory(now: Date): StoryConversation[] {
  const draw = seededRandom(SEED);
  const random = () => draw() / 2 ** 32;
  return Array.from({ length: STORY_SIZE }, (_, index) => {
    const day = Math.floor(index / PER_DAY);
    const promptVersion = day < DAYS - DAYS_OF_V4 ? 'v3' : 'v4';
    const age = (DAYS - day) * DAY_MS - random() * 20 * HOUR_MS;
    const createdAt = new Date(now.getTime() - age);
    return { index, promptVersion, createdAt, messages: holdConversation(random, promptVersion, createdAt) };
  });
}

function holdConversation(
  random: Random,
  promptVersion: 'v3' | 'v4',
  start: Date,
): StoryConversation['messages'] {
  const exchange = pick(random, [orderExchange, productExchange, returnExchange])(random);
  const { question, tool, input, result } = exchange;
  const model = random() < 0.25 ? 'gpt-4.1' : 'gpt-4.1-mini';
  const facts = random() < SLIP_RATE ? { ...result, ...exchange.slip } : result;
  const inventsFee = promptVersion === 'v4' && tool !== 'get_return_policy' && random() < INVENTED_FEE_RATE;
  const fee = ` Returning it costs ${between(random, 2, 9)}.50 EUR.`;
  const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
  const generated = (inputTokens: number, outputTokens: number) => ({
    generation: toGeneration(model, inputTokens, outputTokens, between(random, 600, 2400)),
    agentName: 'shop assistant',
  });
  const id = `call_${between(random, 100_000, 999_999)}`;
  return [
    { role: 'system', name: null, parts: [text(prompts[promptVersion])], createdAt: start },
    { role: 'user', name: null, parts: [text(question)], createdAt: start },
    {
      role: 'assistant',
      name: null,
      parts: [{ type: 'tool_call', id, name: tool, arguments: JSON.stringify(input) }],
      createdAt: at(1),
      ...generated(96, 18),
    },
    {
      role: 'tool',
      name: null,
      parts: [{ type: 'tool_call_response', id, response: JSON.stringify(result) }],
      createdAt: at(2),
    },
    {
      role: 'assistant',
      name: null,
      parts: [text(exchange.reply(facts) + (inventsFee ? fee : ''))],
      createdAt: at(4),
      ...generated(138, 32),
    },
  ];
}

const text = (content: string) => ({ type: 'text' as const, content });

function toGeneration(
  model: string,
  inputTokens: number,
  outputTokens: number,
  latencyMs: number,
): Generation {
  return {
    model,
    provider: 'openai',
    inputTokens,
    outputTokens,
    latencyMs,
    // The story costs nothing.
    costUsd: null,
    finishReason: 'stop',
  };
}
