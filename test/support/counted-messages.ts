import { addMessage, countMessage } from '../../src/analytics/add-message';
import type { CountedMessage } from '../../src/analytics/counted-message.repository';
import { completeFragments, type Extent } from '../../src/analytics/fragments';
import { DAY_MS, HOUR_MS, type Interval } from '../../src/analytics/interval';
import { emptyRollup, type Rollup } from '../../src/analytics/rollup';
import { fc } from './property';

const toolName = fc.constantFrom('search', 'book', 'Zoo', '');
const label = fc.constantFrom('fabrication', 'reasoning_error', 'context_misattribution');

const finding = fc.record({
  label,
  partIndex: fc.nat({ max: 3 }),
  toolName: fc.constant(null),
  parameterName: fc.option(fc.constantFrom('city', 'address.zip')),
});

const verdict: fc.Arbitrary<CountedMessage['verdicts'][number]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(finding, { maxLength: 4 })
      .map((findings) => ({ issueCount: findings.length, findings })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ issueCount: fc.constant(null), findings: fc.array(finding, { maxLength: 0 }) }),
  },
);

/** Times around the epoch, so that earlier periods occur, with borders of hours and days among them. */
export const instantArbitrary: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: -2 * DAY_MS, max: 3 * DAY_MS }),
  fc.integer({ min: -48, max: 72 }).map((hours) => hours * HOUR_MS),
  fc.integer({ min: -48, max: 72 }).map((hours) => hours * HOUR_MS - 1),
);

/** Messages of a few conversations. */
export const messagesArbitrary: fc.Arbitrary<CountedMessage[]> = fc.array(
  fc.record({
    conversationId: fc.constantFrom('a', 'b', 'c', 'd'),
    role: fc.constantFrom('user', 'assistant', 'tool'),
    createdAt: instantArbitrary.map((time) => new Date(time)),
    expireAt: fc.constant(null),
    toolCalls: fc
      .array(toolName, { maxLength: 3 })
      .map((names) => names.map((name, partIndex) => ({ partIndex, toolName: name }))),
    toolResults: fc.array(fc.record({ toolName: fc.option(toolName), isFailed: fc.boolean() }), {
      maxLength: 2,
    }),
    verdicts: fc.array(verdict, { maxLength: 2 }),
    tags: fc.constant([]),
    agentName: fc.constant(null),
    promptVersion: fc.constant(null),
    generation: fc.option(
      fc.record({
        model: fc.constant(null),
        costUsd: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        latencyMs: fc.option(fc.nat(100_000)),
        inputTokens: fc.option(fc.nat(1000)),
        outputTokens: fc.option(fc.nat(1000)),
      }),
    ),
  }),
  { maxLength: 30 },
);

/** By conversation, when its first and its last message were written. */
export function extentsOf(messages: readonly CountedMessage[]): Map<string, Extent> {
  const extents = new Map<string, Extent>();
  for (const { conversationId, createdAt } of messages) {
    const time = createdAt.getTime();
    const { firstAt, lastAt } = extents.get(conversationId) ?? { firstAt: time, lastAt: time };
    extents.set(conversationId, { firstAt: Math.min(firstAt, time), lastAt: Math.max(lastAt, time) });
  }
  return extents;
}

/** The rollup of messages of an interval; a conversation without an extent is assumed to reach beyond it. */
export function rollUp(
  messages: readonly CountedMessage[],
  interval: Interval,
  extents: ReadonlyMap<string, Extent>,
): Rollup {
  const rollup = emptyRollup();
  for (const message of messages) {
    addMessage(rollup, countMessage(message), extents.get(message.conversationId));
  }
  completeFragments(rollup.conversations, interval);
  return rollup;
}
