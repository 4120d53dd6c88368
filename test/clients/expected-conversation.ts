import { scenario, usage } from './travel-model';

interface Said {
  role: string;
  parts: { type: string }[];
}

/** What a framework changes before it sends messages to the model. */
export interface Changes {
  /** It adds this to the system prompt. */
  systemSuffix?: string;
  /** It wraps the result of a tool in this field of an object. */
  resultField?: string;
}

/** The conversation of the scenario. Ids of calls are the model's own, and reasoning is no part of a reply. */
export function expectedMessages({ systemSuffix = '', resultField }: Changes = {}) {
  const { toolName, toolResult } = scenario;
  const response = resultField === undefined ? toolResult : JSON.stringify({ [resultField]: toolResult });
  return [
    { role: 'system', parts: text(scenario.system + systemSuffix) },
    { role: 'user', parts: text(scenario.firstQuestion) },
    {
      role: 'assistant',
      parts: [{ type: 'tool_call', id: expect.any(String), name: toolName, arguments: { day: 'Sunday' } }],
    },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: expect.any(String), response }] },
    { role: 'assistant', parts: text(scenario.firstReply) },
    { role: 'user', parts: text(scenario.secondQuestion) },
    { role: 'assistant', parts: text(scenario.secondReply) },
  ];
}

/** The model is called three times. */
export const expectedUsage = { input: 3 * usage.input, output: 3 * usage.output };

function text(content: string) {
  return [{ type: 'text', content }];
}

/** Roles and parts, without the reasoning of models that do, and with the arguments of calls as values. */
export function comparable(messages: readonly Said[]): { role: string; parts: unknown[] }[] {
  return messages.map(({ role, parts }) => ({
    role,
    parts: parts
      .filter(({ type }) => type !== 'reasoning')
      .map((part) =>
        'arguments' in part ? { ...part, arguments: JSON.parse(String(part.arguments)) } : part,
      ),
  }));
}
