import mongoose from 'mongoose';
import { compileMessageFilter } from '../../../../src/conversations/message-filter/message-filter';
import { useDatabase } from '../../../support/database';
import { anyMeaning, type Meaning, texts, times, uuids, write } from '../../../support/message-filters';
import { fc } from '../../../support/property';

useDatabase();

/** The facts of a stored message that filters use. */
interface Facts {
  createdAt: Date;
  role: string;
  generation?: { model: string | null; provider: string | null } | null;
  verdicts?: {
    evaluatorId: string;
    status: string;
    issueCount: number | null;
    findings: { label: string }[];
  }[];
  toolNames?: string[];
  conversationId: string;
  conversationType: string;
  tags?: { key: string; value: string }[];
  agentName?: string | null;
  promptVersion?: string | null;
  experimentId: string | null;
}

const text = fc.constantFrom(...texts);
const uuid = fc.constantFrom(...uuids);
const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 2 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const anyFacts: fc.Arbitrary<Facts> = fc.record(
  {
    createdAt: fc.constantFrom(...times),
    role: fc.constantFrom('user', 'assistant', 'tool'),
    generation: maybe(fc.record({ model: maybe(text), provider: maybe(text) })),
    verdicts: few(
      fc.oneof(
        fc.record({
          evaluatorId: uuid,
          status: fc.constant('completed'),
          issueCount: fc.nat(3),
          findings: few(fc.record({ label: text })),
        }),
        fc.record({
          evaluatorId: uuid,
          status: fc.constant('not_judgeable'),
          issueCount: fc.constant(null),
          findings: fc.array(fc.record({ label: text }), { maxLength: 0 }),
        }),
      ),
    ),
    toolNames: few(text),
    conversationId: uuid,
    conversationType: fc.constantFrom('trace', 'import', 'experiment'),
    tags: few(fc.record({ key: fc.constantFrom('env', 'on call'), value: text })),
    agentName: maybe(text),
    promptVersion: maybe(text),
    experimentId: maybe(uuid),
  },
  { requiredKeys: ['createdAt', 'role', 'conversationId', 'conversationType', 'experimentId'] },
);

/** The values of a message in a field of the filter. */
const contents: Record<string, (facts: Facts) => (string | number | Date | null | undefined)[]> = {
  created_at: ({ createdAt }) => [createdAt],
  role: ({ role }) => [role],
  model: ({ generation }) => [generation?.model],
  provider: ({ generation }) => [generation?.provider],
  label: ({ verdicts = [] }) => verdicts.flatMap(({ findings }) => findings.map(({ label }) => label)),
  issue_count: ({ verdicts = [] }) => verdicts.map(({ issueCount }) => issueCount),
  verdict: ({ verdicts = [] }) => verdicts.map(({ status }) => status),
  tool_name: ({ toolNames = [] }) => toolNames,
  conversation_id: ({ conversationId }) => [conversationId],
  conversation_type: ({ conversationType }) => [conversationType],
  evaluator_id: ({ verdicts = [] }) => verdicts.map(({ evaluatorId }) => evaluatorId),
  'tags.env': ({ tags = [] }) => tags.filter(({ key }) => key === 'env').map(({ value }) => value),
  'tags."on call"': ({ tags = [] }) => tags.filter(({ key }) => key === 'on call').map(({ value }) => value),
  agent_name: ({ agentName }) => [agentName],
  prompt_version: ({ promptVersion }) => [promptVersion],
  experiment_id: ({ experimentId }) => [experimentId],
};

/** Whether a filter is true of a message: the definitions of docs/message-filter.md, without MongoDB. */
function holds(meaning: Meaning, facts: Facts): boolean {
  if (meaning.kind === 'and') return meaning.of.every((part) => holds(part, facts));
  if (meaning.kind === 'or') return meaning.of.some((part) => holds(part, facts));
  if (meaning.kind === 'not') return !holds(meaning.of, facts);
  const present = (contents[meaning.field]?.(facts) ?? []).filter(
    (value) => value !== null && value !== undefined,
  );
  const { values, comparator } = meaning;
  if (values === 'any') return present.length > 0;
  const has = (test: (one: string | number | Date, other: string | number | Date) => boolean) =>
    present.some((one) => values.some((other) => test(one, other)));
  switch (comparator) {
    case '<':
      return has((one, other) => one < other);
    case '<=':
      return has((one, other) => one <= other);
    case '>':
      return has((one, other) => one > other);
    case '>=':
      return has((one, other) => one >= other);
    default:
      return has((one, other) => one.valueOf() === other.valueOf()) !== (comparator === '!=');
  }
}

function namesExperiments(meaning: Meaning): boolean {
  if (meaning.kind === 'comparison') return ['experiment_id', 'conversation_type'].includes(meaning.field);
  return [meaning.of].flat().some(namesExperiments);
}

const collection = () => mongoose.connection.collection<Facts & { _id: number }>('filtered');

/** The indexes of the messages, stored in a separate collection, that a filter selects. */
async function select(filter: string): Promise<number[]> {
  const { query } = compileMessageFilter(filter, { bounds: 'optional' });
  const found = await collection()
    .find(query, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .toArray();
  return found.map(({ _id }) => _id);
}

async function store(messages: Facts[]): Promise<void> {
  await collection().deleteMany({});
  await collection().insertMany(messages.map((facts, index) => ({ ...facts, _id: index })));
}

it('selects in MongoDB what its definition says', async () => {
  let selected = 0;
  let passedOver = 0;
  const anyMessages = fc.array(anyFacts, { minLength: 1, maxLength: 12 });
  const [from, to] = [times[1] ?? new Date(), times[3] ?? new Date()];
  const window = `created_at >= ${from.toISOString()} AND created_at < ${to.toISOString()}`;

  await fc.assert(
    fc.asyncProperty(
      anyMessages,
      fc.array(anyMeaning, { minLength: 1, maxLength: 4 }),
      async (messages, meanings) => {
        await store(messages);
        for (const meaning of meanings) {
          const isOwn = ({ experimentId }: Facts) => experimentId === null || namesExperiments(meaning);
          const expected = [...messages.keys()].filter((index) => {
            const facts = messages[index];
            return facts !== undefined && isOwn(facts) && holds(meaning, facts);
          });
          const inside = expected.filter((index) => {
            const { createdAt } = messages[index] ?? {};
            return createdAt !== undefined && createdAt >= from && createdAt < to;
          });
          // Below NOT, times are not bounds, of which there may be only one on each side.
          const filter = `NOT (NOT (${write(meaning)}))`;
          fc.pre(filter.length < 4000);
          expect(await select(filter)).toEqual(expected);
          expect(await select(`${window} AND ${filter}`)).toEqual(inside);
          selected += expected.length;
          passedOver += messages.length - expected.length;
        }
      },
    ),
    { numRuns: 150 },
  );

  expect(Math.min(selected, passedOver)).toBeGreaterThan(100);
});

it.each(['\\u0000', '\\ud800', '$where', '.*', 'a.b', '\\u0000.$x'])(
  'looks for "%s" as for any other text',
  async (odd) => {
    const named = JSON.parse(`"${odd}"`);
    await store([
      {
        createdAt: new Date(),
        role: 'user',
        conversationId: 'c',
        conversationType: 'trace',
        experimentId: null,
        toolNames: [named],
        tags: [{ key: named, value: named }],
      },
    ]);

    expect(await select(`tool_name = "${odd}"`)).toEqual([0]);
    expect(await select(`tags."${odd}" = "${odd}"`)).toEqual([0]);
    expect(await select(`tool_name != "${odd}"`)).toEqual([]);
    expect(await select(`tags."${odd}" = x`)).toEqual([]);
  },
);

it('stays within the nesting that MongoDB takes, in pipelines too', async () => {
  await store([
    {
      createdAt: new Date(),
      role: 'user',
      conversationId: 'c',
      conversationType: 'trace',
      experimentId: null,
    },
  ]);
  const start = 'role:* AND role:* OR ';
  const filters = [`${start}(`, `${start}NOT (`, '(', 'NOT (', 'role:* AND (', 'role:* OR ('].map(
    (opening) => `${opening.repeat(32)}tags.a:*${')'.repeat(32)}`,
  );

  for (const filter of filters) {
    const { query } = compileMessageFilter(filter, { bounds: 'optional' });
    const pipeline = [{ $facet: { found: [{ $match: { $and: [{ workspaceId: 'x' }, query] } }] } }];

    await expect(collection().aggregate(pipeline).toArray()).resolves.toHaveLength(1);
  }
});
