import type { AssayClient } from '../../../../packages/client';
import { MAX_CHARACTERS, readConversation } from '../../../../src/cli/mcp/read-conversation';

type Position = Parameters<typeof readConversation>[2];
interface Part {
  messages: { position: number; json?: string }[];
  next: Position | null;
}

const message = (sequence_number: number, length: number) => ({
  id: `m${sequence_number}`,
  sequence_number,
  text: '"'.repeat(length),
});
const conversation = (facts: object) => ({
  id: 'c',
  tools: [],
  evaluations: [{ id: 'e', message_id: 'm1' }],
  ...facts,
});
const pages = new Map([
  [null, conversation({ messages: [message(0, 1_000), message(1, 15_000)], next_page_cursor: 'second' })],
  [
    'second',
    conversation({
      messages: [message(2, 10_000), { ...message(3, 0), truncated: true }, message(4, 10)],
      next_page_cursor: null,
    }),
  ],
]);

/** All parts, and the cursors of the pages that were read for each. */
async function readAll(first = pages.get(null)) {
  let cursors: (string | null)[] = [];
  const client = {
    conversations: {
      get: async (_id: string, { cursor }: { cursor: string | null }) => {
        cursors.push(cursor);
        return cursor === null ? first : pages.get(cursor);
      },
    },
    request: async () => message(3, 30_000),
  } as unknown as AssayClient;
  const parts: Part[] = [];
  const read: (string | null)[][] = [];
  for (
    let next: Position | null = { cursor: null, from_message: 0, from_character: 0 };
    next !== null;
    next = parts.at(-1)?.next ?? null
  ) {
    cursors = [];
    parts.push((await readConversation(client, 'c', next, new AbortController().signal)) as Part);
    read.push(cursors);
  }
  return { parts, read };
}

it('reads each message once, whole, in results within the limit', async () => {
  const { parts } = await readAll();

  const texts = [0, 1, 2, 3, 4].map((position) => {
    const entries = parts.flatMap(({ messages }) => messages.filter((entry) => entry.position === position));
    const [{ json = null } = {}] = entries;
    return json === null ? entries : JSON.parse(entries.map((entry) => entry.json).join(''));
  });
  expect(texts).toMatchObject([
    [message(0, 1_000)],
    [{ ...message(1, 15_000), evaluations: [{ id: 'e' }] }],
    [message(2, 10_000)],
    message(3, 30_000),
    [message(4, 10)],
  ]);
  for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(MAX_CHARACTERS - 1_000);
});

it('continues with the page of the next message', async () => {
  const { read } = await readAll();

  expect(read[0]).toEqual([null, 'second']);
  expect(read.slice(1)).toEqual(read.slice(1).map(() => ['second']));
});

it.each([
  [
    'names of tools',
    { tools: [{ name: 'look_up', parameters: { description: 'x'.repeat(200_000) } }] },
    'tools',
  ],
  [
    'the beginning of it, if it is very long',
    { models: Array.from({ length: 5_000 }, () => '"long"') },
    'json',
  ],
])('describes the conversation once, by %s', async (_what, facts, field) => {
  const { parts } = await readAll({ ...conversation(facts), ...pages.get(null), ...facts } as never);

  expect(parts.map((part) => field in part)).toEqual(parts.map((_, index) => index === 0));
  for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(MAX_CHARACTERS - 1_000);
});
