import { randomBytes } from 'node:crypto';

/** An OTLP span in the JSON form of its protobuf message. */
export type OtlpSpan = Record<string, unknown>;

const SPANS_PER_TURN = 4;
const START_MS = Date.UTC(2026, 0, 15);
const SCHEDULE = 'Boats leave at nine, at noon and at four; on Sundays there is none at noon. '.repeat(4);

export interface AgentSpans {
  conversations: number;
  turns: number;
  /** Of the history, a call has only the latest messages. Default: all. */
  maxMessages?: number;
}

/**
 * Spans of an agent as OpenTelemetry's GenAI conventions have them, of conversations with new ids: each turn is a
 * trace of an agent, two calls of a model with the history, and a tool between them.
 */
export function makeAgentSpans({
  conversations,
  turns,
  maxMessages = Number.POSITIVE_INFINITY,
}: AgentSpans): OtlpSpan[] {
  return Array.from({ length: conversations }, () => conversationSpans(turns, maxMessages)).flat();
}

export function spansOf({ conversations, turns }: AgentSpans): number {
  return conversations * turns * SPANS_PER_TURN;
}

function conversationSpans(turns: number, maxMessages: number): OtlpSpan[] {
  const conversationId = randomBytes(12).toString('hex');
  const history: object[] = [message('system', 'You help travellers on a lake.')];
  return Array.from({ length: turns }, (_, turn) => {
    const span = spanMaker(conversationId, START_MS + turn * 60_000);
    const root = span(null, { atMs: 0, forMs: 9000 }, { 'gen_ai.operation.name': 'invoke_agent' });
    const parent = String(root.spanId);
    history.push(message('user', `Which boats leave on day ${turn + 1} of our stay?`));
    const call = {
      type: 'tool_call',
      id: `${conversationId}-${turn}`,
      name: 'boats',
      arguments: { day: turn },
    };
    const asked = span(parent, { atMs: 10, forMs: 900 }, chat(history.slice(-maxMessages), [call]));
    const tool = span(parent, { atMs: 1000, forMs: 500 }, toolRun(call.id));
    history.push(
      { role: 'assistant', parts: [call] },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: call.id, response: SCHEDULE }] },
    );
    const reply = `On day ${turn + 1} you can leave at nine or at four.`;
    const replied = span(
      parent,
      { atMs: 2000, forMs: 3000 },
      chat(history.slice(-maxMessages), [text(reply)]),
    );
    history.push(message('assistant', reply));
    return [root, asked, tool, replied];
  }).flat();
}

function spanMaker(conversationId: string, startMs: number) {
  const traceId = randomBytes(16);
  return (parent: string | null, { atMs, forMs }: { atMs: number; forMs: number }, attributes: object) => ({
    traceId: traceId.toString('base64'),
    spanId: randomBytes(8).toString('base64'),
    ...(parent === null ? {} : { parentSpanId: parent }),
    name: 'span',
    startTimeUnixNano: `${startMs + atMs}000000`,
    endTimeUnixNano: `${startMs + atMs + forMs}000000`,
    attributes: Object.entries({ 'gen_ai.conversation.id': conversationId, ...attributes }).map(
      ([key, value]) => ({
        key,
        value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
      }),
    ),
  });
}

function chat(history: object[], parts: object[]): Record<string, string | number> {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.response.model': 'gpt-4.1-mini',
    'gen_ai.usage.input_tokens': 20 * history.length,
    'gen_ai.usage.output_tokens': 20,
    'gen_ai.input.messages': JSON.stringify(history),
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts, finish_reason: 'stop' }]),
  };
}

function toolRun(callId: string): Record<string, string> {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'boats',
    'gen_ai.tool.call.id': callId,
    'gen_ai.tool.call.result': SCHEDULE,
  };
}

function message(role: string, content: string): object {
  return { role, parts: [text(content)] };
}

function text(content: string): object {
  return { type: 'text', content };
}
