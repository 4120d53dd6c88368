import { createConversationService } from '../../../src/conversations/conversation.service';
import { findTranscript } from '../../../src/conversations/storage/find-transcript';
import { createTranscriptAdmission } from '../../../src/conversations/storage/transcript-admission';
import { inTransaction } from '../../../src/platform/mongo/connection';
import { useDatabase } from '../../support/database';
import { messageAt, newConversation } from '../../support/stored-conversations';

useDatabase();

const { signal } = new AbortController();
const { addConversations } = createConversationService({ retentionOf: async () => null });

/** Stores a conversation of about this many KiB, and returns its key. */
async function store(kibibytes: number, messageCount = 4) {
  const content = 'x'.repeat((kibibytes * 1024) / messageCount);
  const messages = Array.from({ length: messageCount }, () =>
    messageAt('2026-01-01T10:00:00Z', { parts: [{ type: 'text', content }] }),
  );
  const [stored] = await inTransaction((session) => addConversations([newConversation(messages)], session));
  if (stored === undefined) throw new Error('nothing was stored');
  const { workspaceId, id: conversationId } = stored.conversation;
  return { workspaceId, conversationId };
}

/** A conversation in use until it is released. */
function hold() {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { letGo, work: () => held };
}

it('admits long conversations together only as far as the memory reaches, in order', async () => {
  const admit = createTranscriptAdmission(2_000);
  const [first, second, third] = [await store(900), await store(900), await store(900)];
  const holds = [hold(), hold()];
  const begun: string[] = [];
  const begin = (name: string, work: () => Promise<void>) => () => {
    begun.push(name);
    return work();
  };
  const works = holds.map(({ work }, index) =>
    admit(index === 0 ? first : second, signal, begin(`${index}`, work)),
  );
  const waiting = admit(
    third,
    signal,
    begin('third', async () => undefined),
  );
  const short = await store(10);
  await admit(
    short,
    signal,
    begin('short', async () => undefined),
  );
  expect([...begun].sort()).toEqual(['0', '1', 'short']);

  holds[0]?.letGo();

  await waiting;
  expect(begun.at(-1)).toBe('third');
  holds[1]?.letGo();
  await Promise.all(works);
});

it('admits a conversation beyond all memory alone', async () => {
  const admit = createTranscriptAdmission(500);
  const long = await store(1_500);
  const { letGo, work } = hold();
  const holding = admit(long, signal, work);
  let isNextBegun = false;
  const next = admit(await store(400), signal, async () => {
    isNextBegun = true;
  });
  await admit(await store(1), signal, async () => undefined);
  expect(isNextBegun).toBe(false);

  letGo();

  await Promise.all([holding, next]);
  expect(isNextBegun).toBe(true);
});

it('releases the memory when the work fails, and not to callers that have stopped waiting', async () => {
  const admit = createTranscriptAdmission(500);
  const [one, two] = [await store(400), await store(400)];
  const { letGo, work } = hold();
  const failing = admit(one, signal, () => work().then(() => Promise.reject(new Error('failed'))));
  const abort = new AbortController();
  const aborted = admit(two, abort.signal, async () => 'never');
  const outcomes = Promise.allSettled([failing, aborted]);
  abort.abort(new Error('cancelled'));
  letGo();

  const [first, second] = await outcomes;

  expect(first).toMatchObject({ reason: { message: 'failed' } });
  expect(second).toMatchObject({ reason: { message: 'cancelled' } });
  expect(await admit(two, signal, async () => 'admitted')).toBe('admitted');
});

it('loads a conversation of many messages in turns of the event loop', async () => {
  const { workspaceId, conversationId } = await store(2_000, 20_000);
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 1);

  const transcript = await findTranscript(workspaceId, conversationId);
  clearInterval(ticking);

  expect(transcript?.messages.map(({ sequenceNumber }) => sequenceNumber)).toEqual([...Array(20_000).keys()]);
  expect(turns).toBeGreaterThan(15);
});
