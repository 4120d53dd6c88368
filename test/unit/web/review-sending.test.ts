import { ApiError } from '../../../web/src/api/api-error';
import {
  acknowledge,
  changeDrafts,
  compareDrafts,
  type Decision,
  decide,
  draftOf,
  emptyDraft,
  hasUnsent,
  type ItemDraft,
  initialState,
  markSent,
  putMissed,
  removeMissed,
  reopen,
} from '../../../web/src/pages/review/session/review-draft';
import { createSendQueue } from '../../../web/src/pages/review/session/send-queue';

const confirmed: Decision = { verdict: 'confirmed', correction: null };
const rejected: Decision = { verdict: 'rejected', correction: null };
const missed = { id: 'm', message_part_index: 0, start_offset: 1, end_offset: 2, label: 'x', text: 'y' };
const decideIn = (decision: Decision) => ({ a: (draft: ItemDraft) => decide(draft, 'f', decision) });

describe('a draft and what was sent before', () => {
  const sent = putMissed(decide(emptyDraft, 'f', confirmed), missed);

  it('differ by decisions, missed spans and the verdict', () => {
    const changed = removeMissed(decide(sent, 'f', rejected), 'm');

    expect(compareDrafts(sent, null)).toEqual({
      removed: [],
      decisions: [['f', confirmed]],
      added: [missed],
      verdict: null,
    });
    expect(compareDrafts(changed, sent)).toEqual({
      removed: [missed],
      decisions: [['f', rejected]],
      added: [],
      verdict: 'clean',
    });
    expect(compareDrafts(sent, sent)).toEqual({ removed: [], decisions: [], added: [], verdict: null });
  });

  it('differ by an explicit verdict that equals the implied one', () => {
    const clean = decide(emptyDraft, 'f', rejected);

    expect(compareDrafts({ ...clean, verdict: 'clean' }, clean).verdict).toBe('clean');
    expect(compareDrafts({ ...sent, verdict: 'has_issue' }, sent).verdict).toBe('has_issue');
  });

  it('do not differ once a change is reverted', () => {
    const marked = changeDrafts(initialState, 'a', { a: (draft) => putMissed(draft, missed) }, 'Marked');
    const removed = changeDrafts(marked, 'a', { a: (draft) => removeMissed(draft, 'm') }, 'Removed');

    expect(hasUnsent(marked, 'a')).toBe(true);
    expect(hasUnsent(removed, 'a')).toBe(false);
  });
});

describe('refused reviews', () => {
  it('are a draft again, compared with what the service has stored before', () => {
    const first = markSent(changeDrafts(initialState, 'a', decideIn(confirmed), 'Confirmed'), 'a', 'b');
    const stored = acknowledge(first, 'a', () => draftOf(first, 'a'));
    const second = markSent(changeDrafts(stored, 'a', decideIn(rejected), 'Rejected'), 'a', 'b');

    const refused = reopen(second, 'a');

    expect(refused).toMatchObject({ itemKey: 'a', steps: [] });
    expect(draftOf(refused, 'a').decisions).toEqual({ f: rejected });
    expect(refused.sent).toEqual({ a: { ...emptyDraft, decisions: { f: confirmed } } });
    expect(hasUnsent(refused, 'a')).toBe(true);
  });

  it('have a verdict on the reply to append unless the service has stored it', () => {
    const both = decide({ ...decide(emptyDraft, 'f', rejected), verdict: 'clean' }, 'g', confirmed);
    /** What has to be appended after the service has stored a part of `both`. */
    const verdictAfter = (draft: ItemDraft, stored: Partial<ItemDraft>) =>
      compareDrafts(
        draft,
        acknowledge(initialState, 'a', (it) => ({ ...it, ...stored })).acknowledged.a ?? null,
      ).verdict;

    expect(verdictAfter({ ...both, verdict: null }, { decisions: { f: rejected } })).toBeNull();
    expect(verdictAfter(both, { decisions: both.decisions })).toBe('has_issue');
    expect(verdictAfter(both, { decisions: both.decisions, verdict: 'clean', judged: 'clean' })).toBe(
      'has_issue',
    );
    expect(verdictAfter(both, { decisions: {}, verdict: null, judged: 'has_issue' })).toBeNull();
  });

  it('count as never sent if none was stored', () => {
    const sent = markSent(changeDrafts(initialState, 'a', decideIn(confirmed), 'Confirmed'), 'a', 'b');

    expect(reopen(sent, 'a').sent).toEqual({});
  });
});

describe('the send queue', () => {
  const item = (key: string) => ({ key });
  const nextTick = () => new Promise((resolve) => setTimeout(resolve, 0));
  const errorOf = (status: number) => new ApiError(status, [], null);

  function setUp() {
    const log: string[] = [];
    const counts = { pending: 0, failed: 0 };
    const queue = createSendQueue<{ key: string }, { send: () => Promise<unknown> }>({
      onAcknowledged: () => undefined,
      onSent: ({ key }) => log.push(`${key} sent`),
      onRefused: ({ key }) => log.push(`${key} refused`),
      onChange: (changed) => Object.assign(counts, changed),
    });
    const request = (name: string, results: (Error | null)[] = []) => ({
      send: async () => {
        log.push(name);
        await nextTick();
        const error = results.shift() ?? null;
        if (error !== null) throw error;
      },
    });
    const whenIdle = async () => {
      do await nextTick();
      while (counts.pending > 0);
    };
    return { queue, log, counts, request, whenIdle };
  }

  it('sends the requests of one item in order, and items independently', async () => {
    const { queue, log, request, whenIdle } = setUp();

    queue.send(item('a'), [request('a1'), request('a2')]);
    queue.send(item('a'), [request('a3')]);
    queue.send(item('b'), [request('b1')]);
    await whenIdle();

    expect(log.slice(0, 2)).toEqual(['a1', 'b1']);
    expect(log.filter((entry) => entry.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a sent']);
  });

  it('keeps newer requests behind failed ones, and repeats none that succeeded', async () => {
    const { queue, log, counts, request, whenIdle } = setUp();

    queue.send(item('a'), [request('a1'), request('a2', [errorOf(503), errorOf(0)])]);
    await whenIdle();
    expect(counts).toEqual({ pending: 0, failed: 1 });
    queue.send(item('a'), [request('a3')]);
    await whenIdle();
    queue.retry();
    await whenIdle();

    expect(log).toEqual(['a1', 'a2', 'a2', 'a2', 'a3', 'a sent']);
    expect(counts).toEqual({ pending: 0, failed: 0 });
  });

  it('drops the requests behind a refused one', async () => {
    const { queue, log, counts, request, whenIdle } = setUp();

    queue.send(item('a'), [request('a1', [errorOf(422)]), request('a2')]);
    await whenIdle();

    expect(log).toEqual(['a1', 'a refused']);
    expect(counts).toEqual({ pending: 0, failed: 0 });
  });
});
