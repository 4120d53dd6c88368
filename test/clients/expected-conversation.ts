import { scenario, usage } from './travel-model';

interface Said {
  role: string;
  parts: { type: string }[];
}

/** How the conversation of a client differs from the scenario. */
export interface Changes {
  /** What the framework sends for these texts. */
  system?: (text: string) => string;
  question?: (text: string) => string;
  result?: (text: string) => string;
  /** The first agent hands the question to the one with the tool. */
  isHandedOff?: boolean;
  /** It records no counts of tokens. */
  isUncounted?: boolean;
  /** It does not record the system prompt. */
  hasNoSystem?: boolean;
  /** It does not record the ids of calls. */
  hasNoCallIds?: boolean;
}

/** The conversation of the scenario. Ids of calls are the model's own, and reasoning is no part of a reply. */
export function expectedMessages(changes: Changes = {}) {
  const { system = same, question = same, result = same, isHandedOff = false } = changes;
  const { call, resultOf } = changes.hasNoCallIds ? withoutIds : withIds;
  return [
    ...(changes.hasNoSystem ? [] : [say('system', system(scenario.system))]),
    say('user', question(scenario.firstQuestion)),
    ...(isHandedOff ? [call(scenario.handoff, {}), resultOf('{"assistant": "expert"}')] : []),
    call(scenario.toolName, { day: 'Sunday' }),
    resultOf(result(scenario.toolResult)),
    say('assistant', scenario.firstReply),
    say('user', question(scenario.secondQuestion)),
    say('assistant', scenario.secondReply),
  ];
}

const same = (text: string) => text;

/** The model is called for the tool and twice for a reply, and for the handoff. */
export function expectedCalls({ isHandedOff = false }: Changes = {}): number {
  return isHandedOff ? 4 : 3;
}

export function expectedUsage(changes: Changes = {}): { input: number | null; output: number | null } {
  if (changes.isUncounted) return { input: null, output: null };
  const calls = expectedCalls(changes);
  return { input: calls * usage.input, output: calls * usage.output };
}

const toCalls = (id: unknown) => ({
  call: (name: string, args: Record<string, string>) => ({
    role: 'assistant',
    parts: [{ type: 'tool_call', id, name, arguments: args }],
  }),
  resultOf: (response: string) => ({
    role: 'tool',
    parts: [{ type: 'tool_call_response', id, response }],
  }),
});

const withIds = toCalls(expect.any(String));
const withoutIds = toCalls(null);

function say(role: string, content: string) {
  return { role, parts: [{ type: 'text', content }] };
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
