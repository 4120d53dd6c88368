import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { toFileError, withFileErrors } from '../../../../src/cli/shared/file-errors';
import { readJsonFile, readJsonLine } from '../../../../src/cli/shared/json-file';
import { openLines } from '../../../../src/cli/shared/line-source';

const folder = mkdtempSync(join(tmpdir(), 'assay-files-'));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: string | Buffer): string {
  writeFileSync(at(name), content);
  return at(name);
}

/** The message with which reading all lines fails. */
async function failure(path: string): Promise<string> {
  const lines: string[] = [];
  try {
    for await (const { bytes } of openLines(path)) lines.push(String(bytes));
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`read ${lines.length} lines`);
}

describe('openLines', () => {
  const zipped = gzipSync('{"a": "a text that is long enough to be cut"}\n'.repeat(9));

  it.each<[string, () => string, string]>([
    ['a missing file', () => at('absent'), 'does not exist'],
    ['a folder', () => folder, 'is a folder, not a file'],
    ['a path through a file', () => join(written('file', 'x'), 'x'), 'cannot be read: a part of the path is'],
    [
      'a cut gzip file',
      () => written('cut.gz', zipped.subarray(0, -20)),
      'is a gzip file that ends too early',
    ],
    [
      'a damaged gzip file',
      () => written('bad.gz', Buffer.from([0x1f, 0x8b, 9, 9])),
      'is a damaged gzip file',
    ],
    [
      'UTF-16, as Windows writes it',
      () => written('wide', Buffer.from('\uFEFF{}\n', 'utf16le')),
      'is UTF-16 text; expected UTF-8',
    ],
  ])('names the path and the reason for %s', async (_, path, reason) => {
    expect(await failure(path())).toContain(`${path()} ${reason}`);
  });
});

describe('readJsonFile', () => {
  it.each<[string, string | Buffer, string]>([
    ['what is not JSON', '{"a":', 'is not JSON: '],
    ['what is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'is not UTF-8 text'],
  ])('names the path for %s', (_, content, reason) => {
    const path = written('config', content);

    expect(() => readJsonFile(path)).toThrow(`${path} ${reason}`);
  });

  it('ignores a byte order mark', () => {
    expect(readJsonFile(written('marked', '\uFEFF{"a":1}'))).toEqual({ a: 1 });
  });
});

it.each([
  [Buffer.from('{"a":1}'), { value: { a: 1 } }],
  [Buffer.from('{"a":'), { fault: 'not JSON' }],
  [Buffer.from([0x22, 0xe9, 0x22]), { fault: 'not UTF-8' }],
  [null, { fault: 'longer than 16 MiB' }],
])('reads line %# or states why it cannot', (bytes, read) => {
  expect(readJsonLine(bytes)).toEqual(read);
});

describe('an output', () => {
  it('needs its folder', async () => {
    const path = at('absent/out.jsonl');

    await expect(withFileErrors(path, 'written', () => writeFile(path, ''))).rejects.toThrow(
      `${path} cannot be written: its folder does not exist`,
    );
  });

  it('must not be a folder', async () => {
    mkdirSync(at('folder'));

    await expect(withFileErrors(at('folder'), 'written', () => writeFile(at('folder'), ''))).rejects.toThrow(
      `${at('folder')} is a folder, not a file`,
    );
  });

  it.each([
    ['EACCES', 'permission denied'],
    ['ENOSPC', 'the disk is full'],
    ['EROFS', 'the file system is read-only'],
  ])('says what %s means', (code, reason) => {
    const error = Object.assign(new Error(`${code}: raw text`), { code });

    expect(toFileError(error, 'out\u001b[2J.jsonl', 'written')).toMatchObject({
      message: `out [2J.jsonl cannot be written: ${reason}`,
    });
  });

  it('leaves other errors as they are', () => {
    const error = Object.assign(new Error('closed'), { code: 'EPIPE' });

    expect(toFileError(error, '-', 'written')).toBe(error);
  });
});
