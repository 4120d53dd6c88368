import { readLines } from '../../../../src/conversations/transfer/read-lines';
import { fc } from '../../../support/property';

async function* chunksOf(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(
  text: string,
  { maxBytes = 100, chunkSize = 1000 } = {},
): Promise<[number, string | null][]> {
  const lines: [number, string | null][] = [];
  for await (const { number, bytes } of readLines(chunksOf(text, chunkSize), maxBytes)) {
    lines.push([number, bytes?.toString() ?? null]);
  }
  return lines;
}

describe('readLines', () => {
  it('reads LF and CRLF lines, passes blank ones over, and counts them', async () => {
    expect(await read('a\r\n\n \t\r\nb\nc')).toEqual([
      [1, 'a'],
      [4, 'b'],
      [5, 'c'],
    ]);
  });

  it.each(['', '\n', '\r\n\n'])('finds nothing in %j', async (text) => {
    expect(await read(text)).toEqual([]);
  });

  it('names a line that is too long and reads on', async () => {
    expect(
      await read(`${'x'.repeat(10)}\n${'y'.repeat(11)}\nz\n${'w'.repeat(11)}`, { maxBytes: 10 }),
    ).toEqual([
      [1, 'xxxxxxxxxx'],
      [2, null],
      [3, 'z'],
      [4, null],
    ]);
  });

  it('reads the same lines however the bytes arrive', async () => {
    const someText = fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\r\n', '\r', ' '), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(someText, fc.integer({ min: 1, max: 7 }), async (pieces, chunkSize) => {
        const text = pieces.join('');

        expect(await read(text, { chunkSize })).toEqual(await read(text));
      }),
    );
  });
});
