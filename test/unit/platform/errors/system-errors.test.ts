import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeFailure, describeNetworkError } from '../../../../src/platform/errors/system-errors';

const folder = mkdtempSync(join(tmpdir(), 'assay-errors-'));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('a raw error of the system is a sentence', () => {
  it.each([
    ['a missing file', () => readFileSync(at('absent')), `${at('absent')} does not exist`],
    [
      'a file in place of a folder',
      () => {
        writeFileSync(at('file'), '');
        mkdirSync(at('file'), { recursive: true });
      },
      `${at('file')} is a file, not a folder`,
    ],
  ])('for %s', (_case, work, sentence) => {
    expect(describeFailure(errorOf(work))).toBe(sentence);
  });

  it('for a port in use, and for one without a server', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    const [inUse] = await once(createServer().listen(port, '127.0.0.1'), 'error').catch((error) => [error]);
    expect(describeFailure(inUse)).toBe(`Cannot listen on 127.0.0.1:${port}: another program uses it`);

    server.close();
    await once(server, 'close');
    const [refused] = await once(connect(port, '127.0.0.1'), 'error').catch((error) => [error]);
    expect(describeFailure(refused)).toBe(`No response from 127.0.0.1:${port}: connection refused`);
  });
});

it('leaves sentences as they are', () => {
  expect(describeFailure(new Error('The input is empty', { cause: { code: 'ENOENT' } }))).toBe(
    'The input is empty',
  );
});

it.each([
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the issuer of the certificate is unknown'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for another host'],
  ['ENOTFOUND', 'unknown host'],
  ['ANOTHER', null],
])('finds the reason %s in the cause of an error', (code, reason) => {
  const cause = Object.assign(new Error('raw'), { code });

  expect(describeNetworkError(new TypeError('fetch failed', { cause }))).toBe(reason);
});
