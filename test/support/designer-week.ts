import { seededRandom } from '../../packages/statistics';
import { DAY_MS } from '../../src/analytics/interval';
import type { NewConversation } from '../../src/conversations/transcript/conversation';
import type { MessageVerdict } from '../../src/conversations/transcript/message-facts';
import { unknownGeneration } from './generation';
import { createFlagDraw, keyOf, type SimulatedPeriod } from './simulated-periods';

interface DesignedReply {
  at: number;
  tool: string | null;
  label: string | null;
  /** Of the tool, if a finding is in it. */
  parameter: string | null;
}

interface DesignedConversation {
  agent: string;
  promptVersion: string;
  model: string;
  replies: DesignedReply[];
}

/** A Monday. */
const WEEK_START = Date.UTC(2026, 2, 2);
export const dayAt = (day: number) => WEEK_START + day * DAY_MS;

/** In each of these days, one run of an agent has as many flagged replies: a spike, but no movement. */
export const spikes = [
  { day: 1, flagged: 18 },
  { day: 3, flagged: 12 },
  { day: 4, flagged: 15 },
];

const CONVERSATIONS = 400;
const ROLLOUT_DAY = 7;
/** The share of the new version before its rollout, and of the old one after it. */
const CANARY_SHARE = 0.04;
const CORRELATION = 0.15;
const dayVolumes = [1.1, 1.1, 1.1, 1.1, 1.1, 0.75, 0.75];

const models = ['gpt-4o-mini', 'gpt-4o', 'claude-3-5-haiku'];
const tools = ['lookup_order', 'search_products', 'create_return', 'get_shipping_quote', null];

/** Flagged replies of 100: v3 has 2.6 and v4 34, `create_return` about 25 over both. */
const rates: Record<string, { create_return: number; other: number }> = {
  v3: { create_return: 0.05, other: 0.03 },
  v4: { create_return: 0.46, other: 0.31 },
};

/**
 * Fourteen days of a shop's assistant, 400 conversations and a few runs of another agent, the same in each call. On the
 * second Monday, the prompt goes from v3 to v4, for all models and tools.
 */
export function designWeek(): DesignedConversation[] {
  const random = seededRandom('designer 30');
  const uniform = () => random() / 2 ** 32;
  const pick = <Value>(values: readonly Value[]) =>
    values[Math.floor(uniform() ** 1.3 * values.length)] as Value;
  const drawTime = (day: number) => dayAt(day) + (7 + 14 * uniform()) * 3_600_000;
  const designReply = (at: number, isFlagged: boolean, tool: string | null): DesignedReply => {
    const isArgument = isFlagged && tool === 'create_return' && uniform() < 0.8;
    const label = isArgument ? 'tool_argument_fabrication' : pick(['fabrication', 'context_misattribution']);
    return { at, tool, label: isFlagged ? label : null, parameter: isArgument ? 'order_id' : null };
  };

  const ofAssistant = Array.from({ length: CONVERSATIONS }, (_, index): DesignedConversation => {
    const day = dayOf(index);
    const isNew = day >= ROLLOUT_DAY !== uniform() < CANARY_SHARE;
    const promptVersion = isNew ? 'v4' : 'v3';
    const start = drawTime(day);
    const drawFlag = createFlagDraw(uniform, CORRELATION);
    const replies = Array.from({ length: 1 + Math.floor(5 * uniform()) }, (_unused, turn) => {
      const tool = pick(tools);
      const rate = rates[promptVersion]?.[tool === 'create_return' ? tool : 'other'] ?? 0;
      return designReply(start + turn * 60_000, drawFlag(rate), tool);
    });
    return { agent: 'assistant', promptVersion, model: pick(models), replies };
  });
  const ofRuns = Array.from({ length: 14 }, (_, day): DesignedConversation => {
    const flagged = spikes.find((spike) => spike.day === day)?.flagged ?? 0;
    const start = drawTime(day);
    const replies = Array.from({ length: Math.max(flagged, 4) }, (_unused, turn) =>
      designReply(start + turn * 60_000, turn < flagged, 'search_products'),
    );
    return { agent: 'researcher', promptVersion: 'research-2', model: 'gpt-4o', replies };
  });
  return [...ofAssistant, ...ofRuns];
}

/** The day of a conversation, so that days have the volumes of their weekdays. */
function dayOf(index: number): number {
  const volumes = [...dayVolumes, ...dayVolumes];
  const total = volumes.reduce((sum, volume) => sum + volume, 0);
  let rest = ((index + 0.5) / CONVERSATIONS) * total;
  return volumes.findIndex((volume) => {
    rest -= volume;
    return rest < 0;
  });
}

/** The replies between two times, with their segments. */
export function toPeriod(
  conversations: readonly DesignedConversation[],
  from: number,
  to: number,
): SimulatedPeriod {
  return conversations
    .map(({ agent, promptVersion, model, replies }) =>
      replies
        .filter(({ at }) => at >= from && at < to)
        .map(({ tool, label, parameter }) => ({
          isFlagged: label !== null,
          segments: [
            keyOf('agent', agent),
            keyOf('prompt_version', promptVersion),
            keyOf('model', model),
            ...(tool === null ? [] : [keyOf('tool', tool)]),
            ...(label === null ? [] : [keyOf('label', label)]),
            ...(parameter === null ? [] : [keyOf('parameter', `${tool}.${parameter}`)]),
          ],
        })),
    )
    .filter((replies) => replies.length > 0);
}

/** A conversation to store, whose replies are evaluated. */
export function toNewConversation(
  workspaceId: string,
  { agent, promptVersion, model, replies }: DesignedConversation,
): NewConversation {
  return {
    workspaceId,
    type: 'import',
    tags: { prompt_version: promptVersion },
    messages: replies.flatMap((reply) => [
      {
        role: 'user' as const,
        name: null,
        parts: [{ type: 'text' as const, content: 'Where is my order?' }],
        createdAt: new Date(reply.at - 5000),
      },
      {
        role: 'assistant' as const,
        name: null,
        parts: [
          { type: 'text' as const, content: 'It arrives on Monday.' },
          ...(reply.tool === null
            ? []
            : [
                { type: 'tool_call' as const, id: null, name: reply.tool, arguments: '{"order_id": "A-17"}' },
              ]),
        ],
        agentName: agent,
        generation: { ...unknownGeneration, model },
        verdicts: [verdictOf(reply)],
        createdAt: new Date(reply.at),
      },
    ]),
  };
}

function verdictOf({ at, tool, label, parameter }: DesignedReply): MessageVerdict {
  return {
    evaluatorId: 'b3a1c1ba-54f4-4ac1-9d6a-3c5b5b9f3f10',
    evaluationId: 'e0d0f0a6-6ad2-4f4b-8a86-5d3c9c2f8e01',
    evaluatorVersion: 1,
    issueConfigVersion: 1,
    createdAt: new Date(at + 1000),
    status: 'completed',
    issueCount: label === null ? 0 : 1,
    findings:
      label === null
        ? []
        : [
            {
              label,
              partIndex: parameter === null ? 0 : 1,
              toolName: parameter === null ? null : tool,
              parameterName: parameter,
            },
          ],
  };
}
