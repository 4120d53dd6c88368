import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  countConversations,
  type FileLine,
  readConversations,
} from '../../../../src/cli/shared/conversation-file';

const folder = mkdtempSync(join(tmpdir(), 'assay-demo-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: string | Buffer): string {
  const path = join(folder, 'conversations');
  writeFileSync(path, content);
  return path;
}

async function readAll(path: string): Promise<FileLine[]> {
  const lines: FileLine[] = [];
  for await (const line of readConversations(path)) lines.push(line);
  return lines;
}

const messages = [{ role: 'assistant', content: 'Grüße' }];
const good = JSON.stringify({ id: 7, messages, tools: [{ name: 'search' }], spans: [] });

describe('readConversations', () => {
  it('takes messages and tools and ignores other fields', async () => {
    const lines = await readAll(fileOf(`${good}\n`));

    expect(lines).toEqual([{ number: 1, record: { messages, tools: [{ name: 'search' }], planted: null } }]);
  });

  it('reads a gzipped file with any name', async () => {
    const lines = await readAll(fileOf(gzipSync(`${good}\n${good}`)));

    expect(lines.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('reports a bad line by its number and continues', async () => {
    const lines = await readAll(fileOf(`${good}\n\nnot json\n{"messages":"text"}\n${good}\n`));

    expect(lines.map((line) => [line.number, 'fault' in line ? line.fault : 'read'])).toEqual([
      [1, 'read'],
      [3, 'not JSON'],
      [4, 'not of the form {messages, tools?}'],
      [5, 'read'],
    ]);
  });

  it('takes planted errors where they are of the documented form', async () => {
    const planted = [{ part: 0, text: 'Grüße', label: 'fabrication' }];
    const lines = await readAll(
      fileOf(
        `${JSON.stringify({ messages, planted })}\n${JSON.stringify({ messages, planted: 'a tree' })}\n`,
      ),
    );

    expect(lines.map((line) => 'record' in line && line.record.planted)).toEqual([
      [{ part: 0, text: 'Grüße' }],
      null,
    ]);
  });

  it('throws when the compressed file is damaged', async () => {
    const damaged = gzipSync(good).subarray(0, 40);

    await expect(readAll(fileOf(damaged))).rejects.toThrow('is a gzip file that ends too early');
  });

  it('throws when there is no such file', async () => {
    await expect(readAll(join(folder, 'absent'))).rejects.toThrow('does not exist');
  });
});

it('countConversations counts the lines that are not blank', async () => {
  await expect(countConversations(fileOf(`${good}\n\n \nnot json`))).resolves.toBe(2);
});
