import { randomUUID } from 'node:crypto';
import type { MessagePart } from '../../packages/formats';
import type { ValuedSegment } from '../../src/analytics/segments';
import type { Evaluation } from '../../src/conversations/evaluations/evaluation';
import type { NewConversation, NewMessage } from '../../src/conversations/transcript/conversation';
import { verdictOf } from '../../src/conversations/transcript/message-facts';
import { makeRandom, type Random, zipf } from './random';

export const DAYS = 90;
export const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAY_MS = 86_400_000;

const TOOLS = Array.from({ length: 60 }, (_, index) => `tool_${String(index + 1).padStart(2, '0')}`);
const LABELS = [
  'fabrication',
  'tool_argument_fabrication',
  'context_misattribution',
  'reasoning_error',
  'incorrect_refusal',
];
const AGENTS = ['orders', 'returns', 'travel', 'billing', 'desk'];
const MODELS = ['gpt-4o', 'gpt-4o-mini', 'o3'];
const ENVIRONMENTS = ['production', 'staging', 'test'];
const PARAMETERS = ['query', 'date', 'customer.id', 'limit', 'filters.status', 'currency'];
const WORDS =
  'order account the refund of payment shipped on Monday to your address please check status while item was returned invoice total with delivery customer support number'.split(
    ' ',
  );
/** One frequent value of each dimension. */
export const segments: ValuedSegment[] = [
  { dimension: 'model', value: 'gpt-4o' },
  { dimension: 'agent', value: 'orders' },
  { dimension: 'tool', value: 'tool_01' },
  { dimension: 'parameter', value: 'query' },
  { dimension: 'label', value: 'fabrication' },
  { dimension: 'prompt_version', value: 'orders@6' },
  { dimension: 'tag:environment', value: 'production' },
];
// Relative activity in each hour of a day.
const HOURS = cumulate([1, 1, 1, 1, 1, 2, 4, 6, 9, 10, 10, 9, 8, 9, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
const toolPlaces = zipf(TOOLS.length);
const labelPlaces = zipf(LABELS.length, 1.3);
const parameterPlaces = zipf(PARAMETERS.length);

export interface LoadedConversation {
  conversation: NewConversation;
  /** The evaluations of its messages; the messages have their verdicts already, as after a detection. */
  evaluations: Evaluation[];
}

/**
 * Conversations of an agent with tools over 90 days, with this many messages in total. Most are short, a few
 * are very long; some continue after hours or days; most replies are evaluated, and few have issues.
 */
export function* generateWorkload(
  workspaceId: string,
  messageCount: number,
  seed: string,
): Generator<LoadedConversation> {
  const random = makeRandom(seed);
  const evaluatorId = randomUUID();
  for (let left = messageCount; left > 0; ) {
    const made = makeConversation(random, workspaceId, evaluatorId, left);
    left -= made.conversation.messages.length;
    yield made;
  }
}

function makeConversation(
  random: Random,
  workspaceId: string,
  evaluatorId: string,
  most: number,
): LoadedConversation {
  const conversationId = randomUUID();
  const turns = random.tail(1.3, 150);
  let time = startOf(random);
  const writer = makeWriter(random, time);
  const messages: NewMessage[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    messages.push(...makeTurn(random, time, writer));
    const last = messages.at(-1)?.createdAt?.getTime() ?? time;
    // Occasionally the user returns later.
    time = Math.round(last + (random.chance(0.02) ? random.wait(10 * 3_600_000) : random.wait(60_000)));
  }
  messages.length = Math.min(messages.length, most);
  const evaluations: Evaluation[] = [];
  for (const message of messages) {
    if (message.role !== 'assistant' || !random.chance(0.6)) continue;
    const evaluation = makeEvaluation(random, { workspaceId, conversationId, evaluatorId }, message);
    const verdict = verdictOf(evaluation);
    if (verdict !== null) message.verdicts = [verdict];
    evaluations.push(evaluation);
  }
  const tags = { environment: ENVIRONMENTS[random.below(ENVIRONMENTS.length)] ?? '' };
  return { conversation: { conversationId, workspaceId, type: 'import', tags, messages }, evaluations };
}

function makeTurn(random: Random, start: number, writer: Writer): NewMessage[] {
  let time = start;
  const at = () => {
    time += 500 + random.below(8000);
    return { id: randomUUID(), createdAt: new Date(time) };
  };
  const messages: NewMessage[] = [
    { ...at(), role: 'user', name: null, parts: [{ type: 'text', content: makeText(random, 12) }] },
  ];
  const rounds = random.chance(0.6) ? 1 + random.below(2) : 0;
  for (let round = 0; round < rounds; round += 1) {
    const calls = Array.from({ length: random.chance(0.15) ? 2 : 1 }, () => makeCall(random));
    messages.push({ ...at(), ...writer, role: 'assistant', name: null, parts: calls });
    for (const { id, name } of calls) {
      const response = random.chance(0.05)
        ? '{"error":"timeout"}'
        : JSON.stringify({ found: makeText(random, 30) });
      messages.push({ ...at(), role: 'tool', name, parts: [{ type: 'tool_call_response', id, response }] });
    }
  }
  const content = makeText(random, 40);
  messages.push({ ...at(), ...writer, role: 'assistant', name: null, parts: [{ type: 'text', content }] });
  return messages;
}

type Writer = Pick<NewMessage, 'agentName' | 'promptVersion' | 'generation'>;

/** The agent of a conversation; each has another version of its prompt every week. */
function makeWriter(random: Random, time: number): Writer {
  const agentName = AGENTS[random.below(AGENTS.length)] ?? '';
  const week = Math.floor((time - FIRST_DAY) / (7 * DAY_MS));
  const model = MODELS[random.below(MODELS.length)] ?? '';
  return { agentName, promptVersion: `${agentName}@${week}`, generation: { ...generation, model } };
}

const generation = {
  provider: 'openai',
  inputTokens: 800,
  outputTokens: 60,
  latencyMs: 900,
  costUsd: 0.0002,
  finishReason: 'stop',
};

function makeCall(random: Random): MessagePart & { type: 'tool_call' } {
  const name = TOOLS[random.place(toolPlaces)] ?? '';
  const text = JSON.stringify({ query: makeText(random, 4), limit: 10 });
  return { type: 'tool_call', id: randomUUID(), name, arguments: text };
}

function makeEvaluation(
  random: Random,
  subject: { workspaceId: string; conversationId: string; evaluatorId: string },
  message: NewMessage,
): Evaluation {
  const hasIssue = random.chance(0.1);
  const annotations = Array.from({ length: hasIssue ? random.tail(2, 6) : 0 }, () => {
    const messagePartIndex = random.below(message.parts.length);
    const part = message.parts[messagePartIndex];
    const isCall = part?.type === 'tool_call';
    return {
      text: 'order',
      label: LABELS[random.place(labelPlaces)] ?? '',
      explanation: 'Nothing says so.',
      messagePartIndex,
      startOffset: 0,
      endOffset: 5,
      toolName: isCall ? part.name : null,
      parameterName: isCall ? (PARAMETERS[random.place(parameterPlaces)] ?? null) : null,
      confidence: 0.8,
      evidence: [],
    };
  });
  return {
    ...subject,
    id: randomUUID(),
    messageId: message.id ?? '',
    experimentId: null,
    itemId: null,
    evaluatorVersion: 1,
    issueConfigVersion: 1,
    expireAt: null,
    status: 'completed',
    reason: null,
    annotations,
    withheld: [],
    suspected: [],
    score: null,
    calibration: null,
    unanchored: 0,
    usage: { inputTokens: 800, costCents: 0, calls: 0, retriedCalls: 0 },
    coverage: { windows: 1, evidenceExamined: 0, evidenceTotal: 0, limits: [] },
    createdAt: new Date((message.createdAt?.getTime() ?? 0) + 1000),
  };
}

function startOf(random: Random): number {
  const day = FIRST_DAY + random.below(DAYS) * DAY_MS;
  return day + random.place(HOURS) * 3_600_000 + random.below(3_600_000);
}

function makeText(random: Random, words: number): string {
  return Array.from({ length: words + random.below(words) }, () => WORDS[random.below(WORDS.length)]).join(
    ' ',
  );
}

function cumulate(weights: number[]): number[] {
  let sum = 0;
  return weights.map((weight) => {
    sum += weight;
    return sum;
  });
}
