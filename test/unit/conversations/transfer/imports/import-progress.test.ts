import type { NewConversation } from '../../../../../src/conversations/transcript/conversation';
import { importConversations } from '../../../../../src/conversations/transfer/conversation-import';
import { ImportActivity } from '../../../../../src/conversations/transfer/import-activity';
import { openLineReader } from '../../../../../src/conversations/transfer/open-line-reader';
import type { Line } from '../../../../../src/conversations/transfer/read-lines';
import { AppError } from '../../../../../src/platform/errors/app-error';

const row = (trace: string, second: number, filler = '') => ({
  span_id: `${trace}${second}`,
  root_span_id: trace,
  created: `2026-01-15T09:30:0${second}Z`,
  span_attributes: { type: 'llm' },
  input: [{ role: 'user', content: `Question of ${trace}${filler}` }],
  output: `Reply ${second}`,
});

/** Imports rows until the connection is lost after them; returns what was stored, and the progress in the error. */
async function importUntilLost(rows: unknown[]) {
  const stored: NewConversation[] = [];
  async function* lines(): AsyncGenerator<Line> {
    for (const [index, value] of rows.entries()) {
      yield { number: index + 1, bytes: Buffer.from(JSON.stringify(value)) };
    }
    throw new AppError('json_invalid', 'The connection was lost');
  }
  const error = await importConversations('w', lines(), {
    reader: openLineReader('braintrust', 'w'),
    createAll: async (_, inputs) => {
      stored.push(...inputs);
      return inputs.map(() => ({ id: 'a', isNew: true }));
    },
    activity: new ImportActivity(),
    signal: new AbortController().signal,
  }).catch((failure: AppError) => failure);
  return { stored: stored.map(({ externalId }) => externalId), ctx: (error as AppError).ctx };
}

describe('importConversations, when an import of spans fails', () => {
  it('stores no conversation that may have more lines, and says that it got as far as the line before them', async () => {
    const { stored, ctx } = await importUntilLost([
      { span_id: 'none' },
      row('a', 1),
      row('b', 1),
      row('a', 2),
    ]);

    expect(stored).toEqual([]);
    expect(ctx).toEqual({ imported: 0, skipped: 0, failed: 1, last_line: 1 });
  });

  it('stores the conversations that had to be completed', async () => {
    const filler = 'x'.repeat(3 * 1024 * 1024);

    const { stored, ctx } = await importUntilLost(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((trace) => row(trace, 1, filler)),
    );

    expect(stored).toEqual(['a', 'b']);
    expect(ctx).toEqual({ imported: 2, skipped: 0, failed: 0, last_line: 2 });
  });
});

describe('an import that arrives without effect', () => {
  const signal = new AbortController().signal;
  const line = (number: number, value: unknown): Line => ({
    number,
    bytes: Buffer.from(JSON.stringify(value)),
  });
  const conversation = { messages: [{ role: 'user', content: 'Hello' }] };

  /** Imports lines with an activity that has been idle for 50 s, and returns what remains of 60 s. */
  async function remainingAfter(
    lines: Line[],
    format: 'assay' | 'braintrust' = 'assay',
    isNew = true,
  ): Promise<number> {
    const activity = new ImportActivity(60_000);
    jest.advanceTimersByTime(50_000);
    async function* source() {
      yield* lines;
    }
    await importConversations('w', source(), {
      reader: openLineReader(format, 'w'),
      createAll: async (_, inputs) => inputs.map(() => ({ id: 'a', isNew })),
      activity,
      signal,
    });
    return activity.remainingMs();
  }

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is not active through lines that fail', async () => {
    expect(await remainingAfter([line(1, { messages: [] })])).toBeLessThanOrEqual(10_000);
  });

  it('is active through lines that are stored', async () => {
    expect(await remainingAfter([line(1, conversation)])).toBe(60_000);
  });

  it('is active through lines that were stored before', async () => {
    expect(await remainingAfter([line(1, conversation)], 'assay', false)).toBe(60_000);
  });

  it('is active through lines that its format ignores', async () => {
    const score = { span_id: 'a1', root_span_id: 'a', span_attributes: { type: 'score' } };
    expect(await remainingAfter([line(1, score)], 'braintrust')).toBe(60_000);
  });

  it('is active through lines that wait for others', async () => {
    expect(await remainingAfter([line(1, row('a', 1))], 'braintrust')).toBe(60_000);
  });
});
