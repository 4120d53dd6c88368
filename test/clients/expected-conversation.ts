import { scenario, usage } from './travel-model';

interface Said {
  role: string;
  parts: { type: string }[];
}

/** How the conversation of a client differs from the scenario. */
export interface Changes {
  /** It adds this to the system prompt. */
  systemSuffix?: string;
  /** It wraps the result of a tool in this field of an object. */
  resultField?: string;
  /** The first agent hands the question to the one with the tool. */
  isHandedOff?: boolean;
  /** It records no counts of tokens. */
  isUncounted?: boolean;
}

/** The conversation of the scenario. Ids of calls are the model's own, and reasoning is no part of a reply. */
export function expectedMessages({ systemSuffix = '', resultField, isHandedOff = false }: Changes = {}) {
  const { toolName, toolResult, handoff } = scenario;
  const response = resultField === undefined ? toolResult : JSON.stringify({ [resultField]: toolResult });
  return [
    { role: 'system', parts: text(scenario.system + systemSuffix) },
    { role: 'user', parts: text(scenario.firstQuestion) },
    ...(isHandedOff ? [call(handoff, {}), result('{"assistant": "expert"}')] : []),
    call(toolName, { day: 'Sunday' }),
    result(response),
    { role: 'assistant', parts: text(scenario.firstReply) },
    { role: 'user', parts: text(scenario.secondQuestion) },
    { role: 'assistant', parts: text(scenario.secondReply) },
  ];
}

/** The model is called for the tool and twice for a reply, and for the handoff. */
export function expectedCalls({ isHandedOff = false }: Changes = {}): number {
  return isHandedOff ? 4 : 3;
}

export function expectedUsage(changes: Changes = {}): { input: number | null; output: number | null } {
  if (changes.isUncounted) return { input: null, output: null };
  const calls = expectedCalls(changes);
  return { input: calls * usage.input, output: calls * usage.output };
}

function call(name: string, args: Record<string, string>) {
  return {
    role: 'assistant',
    parts: [{ type: 'tool_call', id: expect.any(String), name, arguments: args }],
  };
}

function result(response: string) {
  return { role: 'tool', parts: [{ type: 'tool_call_response', id: expect.any(String), response }] };
}

function text(content: string) {
  return [{ type: 'text', content }];
}

/**
 * Roles and parts, without the reasoning of models that do, and with the arguments of calls as values. OpenAI's later
 * name of the role `system` is `developer`.
 */
export function comparable(messages: readonly Said[]): { role: string; parts: unknown[] }[] {
  return messages.map(({ role, parts }) => ({
    role: role === 'developer' ? 'system' : role,
    parts: parts
      .filter(({ type }) => type !== 'reasoning')
      .map((part) =>
        'arguments' in part ? { ...part, arguments: JSON.parse(String(part.arguments || '{}')) } : part,
      ),
  }));
}
