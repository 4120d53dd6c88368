import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { problems, refused } from '../support/refusal';
import { useApi, useContract } from '../support/use-api';

const MIB = 1024 * 1024;

const api = useApi();
const contract = useContract(api);

const post = (path: string, raw: string | Uint8Array, headers: Record<string, string> = {}) =>
  api.post(path, undefined, { raw, headers });
const detect = (raw: string | Uint8Array, headers?: Record<string, string>) =>
  post('/v1/detect-hallucinations', raw, headers);

describe('a body that is not JSON', () => {
  it.each([
    ['cut off', '{"messages": [{"role": "user"', 'json_invalid'],
    ['blank', '   ', 'json_invalid'],
    ['HTML', '<p>hello</p>', 'json_invalid'],
    ['two values', '{} {}', 'json_invalid'],
    ['NaN', '{"messages": NaN}', 'json_invalid'],
    ['of a raw control character', '{"a": "\u0001"}', 'json_invalid'],
    [
      'of bytes that are not UTF-8',
      new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      'json_invalid',
    ],
    ['in UTF-16', Buffer.from('{"messages": []}', 'utf16le'), 'json_invalid'],
    ['of an overlong encoding', new Uint8Array([0x22, 0xc0, 0x80, 0x22]), 'json_invalid'],
  ])('is rejected: %s', async (_name, raw, type) => {
    const { status, body } = await refused(() => detect(raw));

    expect(status).toBe(422);
    expect(body.detail).toEqual([
      {
        loc: ['body', expect.stringMatching(/^\d+$/)],
        msg: 'JSON decode error',
        type,
        input: null,
        ctx: { error: expect.any(String) },
      },
    ]);
  });

  it('is rejected without being quoted', async () => {
    for (const raw of [
      'hunter2-secret',
      '{"password": hunter2-secret}',
      '{"password": "hunter2-secret}',
      '["hunter2-secret" "x"]',
      '{"password":\n hunter2-secret\n}',
    ]) {
      expect(JSON.stringify((await refused(() => detect(raw))).body)).not.toContain('unter2');
    }
  });
});

describe('JSON of the wrong kind', () => {
  it.each(['null', '[]', '[[]]', '"text"', '1', 'true'])(
    'is rejected by every operation: %s',
    async (raw) => {
      for (const { operationId, hasBody } of contract.operations) {
        if (!hasBody) continue;
        const { status, body } = await refused(() => contract.call(operationId, { raw }));
        expect({ operationId, status }).toEqual({ operationId, status: 422 });
        expect(body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))).toContain('body');
      }
    },
  );

  it('is rejected if it is empty', async () => {
    for (const { operationId, hasBody } of contract.operations) {
      if (!hasBody) continue;
      expect(problems(await refused(() => contract.call(operationId)))).toContain('body missing');
    }
  });
});

describe('text that cannot be stored unchanged', () => {
  it.each([
    ['a lone surrogate', '{"name": "a\\ud800b"}', 'body.name value_error'],
    ['a surrogate pair the wrong way round', '{"name": "\\udc00\\ud800"}', 'body.name value_error'],
    ['NUL', '{"name": "a\\u0000b"}', 'body.name value_error'],
    ['NUL in a key', '{"na\\u0000me": 1}', 'body.na\ufffdme value_error'],
    ['a lone surrogate in a key', '{"x": {"\\udfff": 1}}', 'body.x.\ufffd value_error'],
    ['__proto__ as a key', '{"__proto__": {"role": "admin"}}', 'body.__proto__ value_error'],
    [
      '__proto__ deep inside',
      '{"messages": [{"role": "user", "x": {"__proto__": 1}}]}',
      'body.messages.0.x.__proto__ value_error',
    ],
    ['__proto__ in escapes', '{"\\u005f_proto__": {}}', 'body.__proto__ value_error'],
  ])('is rejected by every operation: %s', async (_name, raw, problem) => {
    for (const { operationId, hasBody } of contract.operations) {
      if (!hasBody) continue;
      expect(problems(await refused(() => contract.call(operationId, { raw })))).toContain(problem);
    }
  });

  it('does not pollute prototypes', async () => {
    await detect('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}');

    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('a very deep or long body', () => {
  it.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['unclosed arrays', '['.repeat(1_000_000)],
    ['65 levels', `{"a":${'['.repeat(65)}${']'.repeat(65)}}`],
  ])('is rejected: %s', async (_name, raw) => {
    expect((await refused(() => detect(raw))).status).toBe(422);
  });

  it.each([
    ['of 4 MiB of wrong messages', () => `{"messages": [${'1,'.repeat(2 * MIB - 100)}1]}`],
    ['of 4 MiB of empty messages', () => `{"messages": [${'{},'.repeat(MIB)}{}]}`],
    [
      'of 300,000 unknown fields',
      () => `{${Array.from({ length: 300_000 }, (_, index) => `"${index}":0`).join()}}`,
    ],
    [
      'of one string of 4 MiB where there should be a list',
      () => `{"messages": "${'m'.repeat(4 * MIB - 100)}"}`,
    ],
    ['of 100,000 texts with NUL', () => `{"messages": [${'"\\u0000",'.repeat(100_000)}1]}`],
    [
      'of 6,000 messages',
      () => JSON.stringify({ messages: Array(6000).fill({ role: 'assistant', content: 'a' }) }),
    ],
  ])('is rejected with a short message: %s', async (_name, make) => {
    const raw = make();

    expect((await refused(() => detect(raw))).status).toBe(422);
  });

  it('is rejected above MAX_BODY_BYTES, also if it is compressed', async () => {
    const plain = Buffer.alloc(5 * MIB, 'a');
    // Compressed before they are sent: what is measured is the response.
    const bomb = gzipSync(Buffer.alloc(200 * MIB));
    const deflated = deflateSync(plain);
    const brotli = brotliCompressSync(plain);

    const responses = [
      await refused(() => detect(plain)),
      await refused(() => detect(bomb, { 'content-encoding': 'gzip' })),
      await refused(() => detect(deflated, { 'content-encoding': 'deflate' })),
      await refused(() => detect(brotli, { 'content-encoding': 'br' })),
    ];

    for (const { status, body } of responses) {
      expect(status).toBe(413);
      expect(body.detail).toEqual([
        {
          loc: ['body'],
          msg: expect.any(String),
          type: 'body_too_large',
          input: null,
          ctx: { max_bytes: 4 * MIB },
        },
      ]);
    }
  });
});

describe('an encoding', () => {
  it.each([
    ['gzip, gzip', gzipSync(gzipSync('{}')), 415],
    ['rot13', '{}', 415],
    ['gzip', 'not gzip', 422],
    ['gzip', gzipSync('{"messages": []}').subarray(0, 12), 422],
    ['br', 'not brotli', 422],
  ])('%s that cannot be decoded is rejected', async (encoding, raw, status) => {
    expect((await refused(() => detect(raw, { 'content-encoding': encoding }))).status).toBe(status);
  });
});
