import { randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { useDatabase } from '../../../support/database';
import { type Body, ConversationApi, MAX_BODY_BYTES, NDJSON } from '../conversation-api';

useDatabase();

let api: ConversationApi;
beforeEach(async () => {
  api = await ConversationApi.start();
});
afterEach(() => api.close());

const line = (name: string) =>
  JSON.stringify({ external_id: name, messages: [{ role: 'user', content: 'hi' }] });
const post = (body: Body, headers: Record<string, string> = {}) =>
  api.call('POST', '', { headers: { ...NDJSON, ...headers }, body });

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that are still referenced, here and in the server, which share the process. */
function liveBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

async function storedNames(): Promise<string[]> {
  const { body } = await api.call('GET', '?limit=100');
  return body.items.map(({ external_id }) => String(external_id)).sort();
}

describe('POST /v1/conversations with application/x-ndjson', () => {
  it('stores the good lines and reports each bad one under its number', async () => {
    const bad = Buffer.concat([Buffer.from('{"external_id": "'), Buffer.from([0xff]), Buffer.from('"}\n')]);
    const body = Buffer.concat([
      Buffer.from(`${line('a')}\r\n\n  \n{"messages": []}\n`),
      bad,
      Buffer.from(
        `{"messages": [{"role": "user", "content": "\\ud800"}]}\n${line('b')}\n${line('c').slice(0, -3)}`,
      ),
    ]);

    const response = await post(body);

    expect(response).toMatchObject({
      status: 201,
      body: {
        imported: 3,
        failed: 3,
        notices: [{ kind: 'replaced_characters', count: 1 }],
        errors: [
          { line: 4, detail: [{ loc: ['body', 'messages'], type: 'too_short' }] },
          { line: 5, detail: [{ loc: ['body', 'messages'], type: 'missing' }] },
          { line: 8, detail: [{ type: 'json_invalid' }] },
        ],
      },
    });
    expect(await storedNames()).toEqual(['a', 'b', 'null']);
  });

  it.each([
    ['UTF-16', Buffer.from(`\ufeff${line('a')}\n${line('b')}`, 'utf16le'), 'the bytes are UTF-16'],
    ['UTF-16 without a mark', Buffer.from(line('a'), 'utf16le'), 'the bytes are UTF-16'],
    [
      'an array',
      `[${line('a')}]`,
      "the lines should be the elements of an array: convert a file with jq -c '.[]'",
    ],
    ['an array over many lines', `[\n${line('a')}\n]`, 'the lines should be the elements of an array'],
  ])('names what is wrong with %s', async (_name, body, error) => {
    const response = await post(body);

    expect(response.body.errors[0]).toMatchObject({
      line: 1,
      detail: [{ ctx: { error: expect.stringContaining(error) } }],
    });
  });

  it('stores the other lines when a format cannot read one', async () => {
    const rows = [{ messages: [{ role: 'user', content: 'a' }] }, { messages: Array(5001).fill({}) }];

    const { body } = await api.call('POST', '?format=hf-chat', {
      headers: NDJSON,
      body: rows.map((row) => JSON.stringify(row)).join('\n'),
    });

    expect(body).toMatchObject({ imported: 1, failed: 1, errors: [{ line: 2 }] });
  });

  it('returns the ids of what it stored, in the order of the lines', async () => {
    const { body } = await post([line('a'), line('b')].join('\n'));

    const names = [];
    for (const id of body.conversation_ids) names.push((await api.call('GET', `/${id}`)).body.external_id);
    expect(names).toEqual(['a', 'b']);
  });

  it('passes over a line that is longer than a body may be', async () => {
    const { body } = await post(`${line('a')}\n${line('x'.repeat(MAX_BODY_BYTES))}\n${line('b')}`);

    expect(body).toMatchObject({
      imported: 2,
      failed: 1,
      errors: [{ line: 2, detail: [{ type: 'body_too_large' }] }],
    });
  });

  it('shows the first 10 problems of the first 100 bad lines and counts the rest', async () => {
    const wrong = JSON.stringify({ messages: Array.from({ length: 20 }, () => ({ role: 'robot' })) });

    const { body } = await post(Array.from({ length: 150 }, () => wrong).join('\n'));

    expect(body).toMatchObject({ imported: 0, failed: 150 });
    expect(body.errors).toHaveLength(100);
    expect(body.errors[99]?.detail).toHaveLength(10);
  });

  it('imports 200 MB in 10,000 lines without holding more than some of them', async () => {
    const padding = 'x'.repeat(20_000);
    const before = liveBytes();
    let peak = before;
    async function* lines() {
      for (let index = 0; index < 10_000; index += 1) {
        yield Buffer.from(`{"messages": [{"role": "user", "content": "${padding}"}]}\n`);
        if (index % 1000 === 999) peak = Math.max(peak, liveBytes());
      }
    }

    const response = await api.stream(lines());

    expect(response).toMatchObject({ imported: 10_000, failed: 0 });
    expect(response).toHaveProperty('conversation_ids.length', 10_000);
    // At most 43 MiB were measured, while other tests ran.
    expect(peak - before).toBeLessThan(60 * 1024 * 1024);
  });

  it('reads lines that are packed with gzip', async () => {
    const { body } = await post(gzipSync([line('a'), line('b')].join('\n')), { 'content-encoding': 'gzip' });

    expect(body).toMatchObject({ imported: 2, failed: 0 });
    expect(await storedNames()).toEqual(['a', 'b']);
  });

  it('responds 422 to invalid or truncated gzip', async () => {
    const packed = gzipSync([line('a'), line('b')].join('\n'));

    for (const body of [line('a'), packed.subarray(0, packed.length - 12)]) {
      expect(await post(body, { 'content-encoding': 'gzip' })).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'json_invalid' }] },
      });
    }
  });

  it('refuses what unpacks too far, and holds no more of a line than may be', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x78));
    const before = liveBytes();

    const response = await post(bomb, { 'content-encoding': 'gzip' });

    expect(response).toMatchObject({
      status: 413,
      body: { detail: [{ type: 'import_too_large', ctx: { imported: 0, max_inflation: 100 } }] },
    });
    expect(liveBytes() - before).toBeLessThan(20 * 1024 * 1024);
  });

  it('refuses what is neither JSON nor lines of it', async () => {
    expect(await post(line('a'), { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { detail: [{ type: 'unsupported_media_type' }] },
    });
    expect(await post(line('a'), { 'content-encoding': 'br' })).toMatchObject({ status: 415 });
    expect(await api.call('POST')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body'], type: 'missing' }] },
    });
  });

  it('refuses an idempotency key, which could not tell two streams apart', async () => {
    const response = await post(line('a'), { 'idempotency-key': randomUUID() });

    expect(response).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['header', 'idempotency-key'] }] },
    });
    expect(await storedNames()).toEqual([]);
  });
});

describe('an import of external ids', () => {
  it('skips those that are stored, and those that came before, and names their conversations', async () => {
    const first = await post([line('a'), line('b')].join('\n'));

    const second = await post([line('b'), line('c'), line('c'), line('a')].join('\n'));

    expect(first.body).toMatchObject({ imported: 2, skipped: 0, failed: 0 });
    expect(second.body).toMatchObject({ imported: 1, skipped: 3, failed: 0 });
    const [a, b] = first.body.conversation_ids;
    const [, c] = second.body.conversation_ids;
    expect(second.body.conversation_ids).toEqual([b, c, c, a]);
    expect(await storedNames()).toEqual(['a', 'b', 'c']);
  });

  it('stores each once when two run at a time', async () => {
    const body = Array.from({ length: 60 }, (_, index) => line(`id ${index}`)).join('\n');

    const responses = await Promise.all([post(body), post(body)]);

    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses.reduce((sum, response) => sum + response.body.imported, 0)).toBe(60);
    expect(await storedNames()).toHaveLength(60);
  });

  it('stores them again in another workspace', async () => {
    await post(line('a'));

    const { body } = await api.call('POST', '', {
      workspaceId: randomUUID(),
      headers: NDJSON,
      body: line('a'),
    });

    expect(body).toMatchObject({ imported: 1, skipped: 0 });
  });

  it('refuses a single conversation whose id is stored, and says where', async () => {
    const { body } = await post(line('a'));

    const json = { 'content-type': 'application/json' };
    expect(await api.call('POST', '', { headers: json, body: line('a') })).toMatchObject({
      status: 409,
      body: { detail: [{ type: 'conflict', ctx: { conversation_id: body.conversation_ids[0] } }] },
    });
  });

  it('is free again when the conversation was deleted', async () => {
    const { body } = await post(line('a'));
    await api.call('DELETE', `/${body.conversation_ids[0]}`);

    expect((await post(line('a'))).body).toMatchObject({ imported: 1, skipped: 0 });
  });
});

describe('an import that fails', () => {
  const progressOf = (response: { body: { detail: { ctx: unknown }[] } }) => response.body.detail[0]?.ctx;

  it('ends after 1,000 lines that are no conversations, and says what was stored', async () => {
    const body = [line('a'), line('b'), ...Array(3000).fill('{}'), line('c')].join('\n');

    const response = await post(body);

    expect(response).toMatchObject({ status: 422, body: { detail: [{ type: 'import_rejected' }] } });
    expect(progressOf(response)).toMatchObject({ imported: 2, skipped: 0, failed: 1000, last_line: 1002 });
    expect(await storedNames()).toEqual(['a', 'b']);
  });

  it('ends after 100,000 lines, blank ones too', async () => {
    const response = await post(`${line('a')}\n${'\n'.repeat(150_000)}${line('b')}`);

    expect(response).toMatchObject({ status: 413, body: { detail: [{ type: 'import_too_large' }] } });
    expect(progressOf(response)).toMatchObject({ imported: 1, failed: 0, max_lines: 100_000 });
  });

  it('is resumed by sending it again', async () => {
    const lines = Array.from({ length: 250 }, (_, index) => line(`id ${index}`));
    const packed = gzipSync(lines.join('\n'));
    const cut = await post(packed.subarray(0, packed.length - 12), { 'content-encoding': 'gzip' });
    const stored = (progressOf(cut) as { imported: number }).imported;

    const whole = await post(packed, { 'content-encoding': 'gzip' });

    expect(cut).toMatchObject({ status: 422, body: { detail: [{ ctx: { imported: expect.any(Number) } }] } });
    expect(whole.body).toMatchObject({ imported: 250 - stored, skipped: stored, failed: 0 });
  });
});
