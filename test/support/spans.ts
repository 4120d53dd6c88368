import {
  type Assembled,
  assemble as assemblySteps,
  type CallEvent,
  type CallMessage,
  type GenAiSpan,
  type MessagePart,
  type MessageRole,
  messageKey,
} from '../../packages/formats';
import { runSteps } from './run-steps';

/** `role: text`, or for a call of a tool `assistant! id name arguments`, for its result `tool! id text`. */
export function say(line: string): CallMessage {
  const call = /^assistant! (\S+) (\S+) (.*)$/.exec(line);
  if (call !== null) {
    const [, id = '', name = '', args = ''] = call;
    return message('assistant', { type: 'tool_call', id, name, arguments: args });
  }
  const result = /^tool! (\S+) (.*)$/.exec(line);
  if (result !== null) {
    const [, id = '', response = ''] = result;
    return message('tool', { type: 'tool_call_response', id, response });
  }
  const [, role = '', content = ''] = /^(.*?): (.*)$/s.exec(line) ?? [];
  return message(role as MessageRole, { type: 'text', content });
}

function message(role: MessageRole, ...parts: MessagePart[]): CallMessage {
  return { role, name: null, parts, finishReason: null, key: messageKey({ role, name: null, parts }) };
}

/** The inverse of `say`. */
export function lineOf({ role, parts }: { role: MessageRole; parts: MessagePart[] }): string {
  const texts = parts.map((part) => {
    if (part.type === 'tool_call') return `! ${part.id} ${part.name} ${part.arguments}`;
    if (part.type === 'tool_call_response') return `! ${part.id} ${part.response}`;
    return part.type === 'text' ? `: ${part.content}` : `: <${part.type}>`;
  });
  return role + texts.join(' ');
}

let spans = 0;

/** An empty span that starts at `startMicros`, ends 500 µs later and is the only one of its trace. */
export function makeSpan(fields: Partial<GenAiSpan> & { startMicros: number }): GenAiSpan {
  spans += 1;
  const number = spans.toString(16);
  return {
    traceId: number.padStart(32, 'a'),
    spanId: number.padStart(16, 'b'),
    parentSpanId: null,
    kind: 'other',
    conversationKey: null,
    endMicros: fields.startMicros + 500,
    library: 'test',
    agentName: null,
    tags: {},
    error: null,
    call: null,
    tool: null,
    ...fields,
  };
}

/** The conversation of spans and events. */
export function assemble(spans: GenAiSpan[], events: CallEvent[]): Assembled {
  return runSteps(assemblySteps(spans, events));
}

/** The span of a model call; messages are lines for `say`. */
export function makeCall(
  fields: Partial<GenAiSpan> & { startMicros: number },
  inputs: string[],
  outputs: string[],
): GenAiSpan {
  return makeSpan({
    kind: 'model',
    call: {
      inputs: inputs.map(say),
      outputs: outputs.map(say),
      tools: [],
      model: 'm',
      provider: 'p',
      inputTokens: 10,
      outputTokens: 2,
      costUsd: null,
    },
    ...fields,
  });
}
