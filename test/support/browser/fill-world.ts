import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';
import { connectTemporal } from '../../../src/platform/temporal/connection';
import { eventually } from '../eventually';
import { firstOf } from '../first-of';
import type { Stack } from '../stack';
import { addMember } from './add-member';
import { createFinishedRun } from './finished-run';
import { BIG_EXPERIMENT, LONG_CONVERSATION, type World } from './world';
import { type CallWorld, worldApi } from './world-api';

const HOUR = 3_600_000;
/** How often the conversations of the demo are imported, and over how many past hours they are spread. */
const COPIES = 2;
const SPREAD_HOURS = 27 * 24;
/** Of the conversations, the latest. */
const NEW_PROMPT_SHARE = 0.3;
const DEADLINE_MS = 120_000;

/** Fills an empty service: conversations of the demo with two experiments, and large data. */
export async function fillWorld(stack: Stack): Promise<World> {
  const { body } = await stack.send('GET', '/v1/workspaces', {});
  const workspaceId = firstOf(body.items).id;
  const world = { url: stack.url, workspaceId };
  const call = worldApi(world);
  await call('PATCH', `/v1/workspaces/${workspaceId}`, { analytics_tags: ['kind', 'topic'] });
  await addMember(world, call, 'Grace', { name: 'nightly import', expires_in_days: 90 });
  const invitation = { email: 'linus@example.test', role: 'viewer' };
  const { token: invitationToken } = await call(
    'POST',
    `/v1/workspaces/${workspaceId}/invitations`,
    invitation,
  );
  const bigId = await createBigExperiment(call);
  const [longId] = await importLines(call, [longConversation()]);
  const demo = await importLines(call, demoConversations());
  const [flaggedId, flaggedCallId] = await importLines(call, [emojiConversation, longWordConversation]);
  const judged = [...demo, flaggedId, flaggedCallId];
  const recordedId = await runExperiment(call, 'original replies', {
    model: 'pass-through',
    pass_through: true,
    conversation_ids: judged,
  });
  const extractiveId = await runExperiment(call, 'extractive replies', {
    conversation_ids: demo.slice(0, 53),
  });
  const runId = await createFinishedRun(world, call, demo.slice(4, 17));
  await call('POST', '/v1/review-queues', {
    name: 'Audit',
    source: { sample: { filter: 'role = assistant', size: 20, seed: 'audit' } },
    reviewers_per_item: 2,
  });
  const openRun = await call('POST', '/v1/optimization-runs', {
    name: 'fewer issues',
    model: 'embedded/extractive',
    conversation_ids: demo.slice(0, 20),
    system_prompt: 'Answer in one sentence.', // drops evidence, of which the page warns
    objective: { metric: 'issue_rate', direction: 'minimize' },
  });
  const setId = await createSet(call);
  const scheduleId = await createFiredSchedule(stack, call, flaggedId ?? '');
  return {
    ...world,
    flaggedId: flaggedId ?? '',
    flaggedCallId: flaggedCallId ?? '',
    longId: longId ?? '',
    recordedId,
    extractiveId,
    bigId,
    runId,
    openRunId: openRun.id,
    setId,
    scheduleId,
    invitationToken,
  };
}

async function importLines(call: CallWorld, conversations: readonly object[]): Promise<string[]> {
  const lines = conversations.map((conversation) => JSON.stringify(conversation)).join('\n');
  return (await call('POST', '/v1/conversations', lines, 'application/x-ndjson')).conversation_ids;
}

/** Returns the conversations of the demo with times in the last weeks. */
function demoConversations(): object[] {
  const lines = readFileSync(join(packageRoot, 'demo/conversations.ndjson'), 'utf8').trimEnd().split('\n');
  const all = Array.from({ length: COPIES }, () => lines).flat();
  return all.map((line, index) => {
    const { planted: _planted, messages, ...conversation } = JSON.parse(line);
    // Each copy needs a new external_id: an import skips known ones.
    const external_id = `${conversation.external_id}-${Math.floor(index / lines.length)}`;
    // A step that is coprime to the count shuffles the kinds deterministically.
    const share = (((index * 37) % all.length) + 1) / all.length;
    // Recent times are more frequent.
    const age = share ** 1.6 * SPREAD_HOURS * HOUR;
    const tags = { ...conversation.tags, prompt_version: share < NEW_PROMPT_SHARE ? 'v2' : 'v1' };
    return withTime(new Date(Date.now() - age), { ...conversation, external_id, messages, tags });
  });
}

function withTime(time: Date, conversation: { messages: object[]; tags?: object }): object {
  const created_at = time.toISOString();
  const messages = conversation.messages.map((message) => ({ ...message, created_at }));
  return { ...conversation, created_at, messages };
}

const emojiConversation = {
  external_id: 'emoji',
  messages: [
    { role: 'system', content: 'Order 1042 ships on 3 May from Lyon.' },
    { role: 'user', content: 'When does order 1042 ship? 🚲' },
    { role: 'assistant', content: '👩🏽‍🔧🚚 Cafe\u0301, שלום!\r\nOrder 1042 ships on 5 May.' },
  ],
};

const longName = 'search_all_open_orders_by_customer_and_region';
const longUrl = (query: string) => `https://orders.example.test/${'archive/'.repeat(12)}index?query=${query}`;

/** Words that no line of a phone holds; the reply and the tool call name a URL that the evidence does not have. */
const longWordConversation = {
  external_id: 'long words',
  messages: [
    { role: 'system', content: `Open orders are at ${longUrl('open')}.` },
    { role: 'user', content: 'Please list the open orders of Ada.' },
    {
      role: 'assistant',
      content: `They are at ${longUrl('7391')}.`,
      tool_calls: [
        {
          id: 'call_1',
          type: 'function',
          function: { name: longName, arguments: JSON.stringify({ url: longUrl('7391') }) },
        },
      ],
    },
  ],
};

function longConversation() {
  const messages = Array.from({ length: LONG_CONVERSATION }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${index + 1}. ${'The ferry leaves at 07:40 and takes 55 minutes in calm weather. '.repeat(1 + (index % 9))}`,
  }));
  return withTime(new Date(Date.now() - 40 * 24 * HOUR), { messages });
}

/** Cancels the experiment: its items exist immediately, and executing them all would not test the page. */
async function createBigExperiment(call: CallWorld): Promise<string> {
  const conversations = Array.from({ length: BIG_EXPERIMENT }, (_, index) =>
    withTime(new Date(Date.now() - 60 * 24 * HOUR), {
      tags: { size: 'big' },
      messages: [
        { role: 'user', content: `Question ${index + 1}: when does the order ship, and is it insured?` },
        { role: 'assistant', content: 'On 3 May.' },
      ],
    }),
  );
  await importLines(call, conversations);
  const conversationIds = await listIds(call, 'size:big');
  const { id } = await call('POST', '/v1/experiments', {
    name: 'ten thousand',
    model: 'embedded/extractive',
    concurrency: 1,
    conversation_ids: conversationIds,
  });
  await call('POST', `/v1/experiments/${id}/cancel`);
  await waitUntilEnded(call, id);
  return id;
}

/** Lists the ids of all conversations with a tag: a large import returns only the first ids. */
async function listIds(call: CallWorld, tag: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await call('GET', `/v1/conversations?limit=100&tag=${tag}${after}`);
    ids.push(...page.items.map(({ id }: { id: string }) => id));
    cursor = page.next_page_cursor;
  }
  return ids;
}

async function runExperiment(call: CallWorld, name: string, request: object): Promise<string> {
  const { id } = await call('POST', '/v1/experiments', { name, model: 'embedded/extractive', ...request });
  await waitUntilEnded(call, id);
  return id;
}

function waitUntilEnded(call: CallWorld, id: string): Promise<unknown> {
  return eventually(async () => {
    const { status } = await call('GET', `/v1/experiments/${id}`);
    return ['completed', 'failed', 'cancelled'].includes(status);
  }, DEADLINE_MS);
}

/** A set with a frozen and a live version. */
async function createSet(call: CallWorld): Promise<string> {
  const filter = 'tool_name = create_shipment';
  const sample = { size: 20, seed: 'audit', stratify_by: 'tags.kind' };
  const { id } = await call('POST', '/v1/sets', { name: 'shipments', filter, sample });
  // Of few conversations, a split may leave none.
  const recipe = { filter: 'role = assistant', split: { holdout_share: 0.3, part: 'search' } };
  await call('POST', `/v1/sets/${id}/versions`, { ...recipe, is_live: true, unique_openings: true });
  return id;
}

/** A schedule that fires once a year, and now. */
async function createFiredSchedule(
  { temporalAddress: address }: Stack,
  call: CallWorld,
  conversationId: string,
): Promise<string> {
  const { id } = await call('POST', '/v1/schedules', {
    name: 'yearly audit',
    cron: '30 2 1 JAN *',
    time_zone: 'Europe/Berlin',
    overlap: 'skip',
    experiment: { name: 'yearly audit', model: 'x', pass_through: true, conversation_ids: [conversationId] },
  });
  const temporal = connectTemporal({ address, namespace: 'default', taskQueue: 'assay', apiKey: null });
  await temporal.schedule.getHandle(`schedule/${id}`).trigger();
  await temporal.connection.close();
  const fired = () => call('GET', `/v1/schedules/${id}`);
  await eventually(async () => (await fired()).last_firing !== null, DEADLINE_MS);
  return id;
}
