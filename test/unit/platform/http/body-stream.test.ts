import { PassThrough } from 'node:stream';
import { AppError } from '../../../../src/platform/errors/app-error';
import { readBodyStream } from '../../../../src/platform/http/body-stream';

const sourceOf = (bytes: PassThrough) => ({ bytes, sentBytes: (read: number) => read, release: () => {} });

async function sizeOf(chunks: AsyncIterable<Buffer>): Promise<number> {
  let size = 0;
  for await (const chunk of chunks) size += chunk.length;
  return size;
}

const slow = { code: 'request_timeout', ctx: { min_bytes_per_second: 1000 } };
const limits = { maxPauseMs: 100, minBytesPerSecond: 1000 };

describe('readBodyStream', () => {
  it('reads to the end', async () => {
    const source = new PassThrough();
    source.write('one');
    setTimeout(() => source.end('two'), 10);

    expect(await sizeOf(readBodyStream(sourceOf(source)))).toBe(6);
    expect(await sizeOf(readBodyStream(sourceOf(new PassThrough().end())))).toBe(0);
  });

  it('stops when nothing arrives, and leaves the stream open', async () => {
    const source = new PassThrough();

    await expect(sizeOf(readBodyStream(sourceOf(source), limits))).rejects.toMatchObject(slow);
    expect(source.destroyed).toBe(false);
  });

  it('stops when little arrives, however often, and gives more time for more', async () => {
    const trickle = new PassThrough();
    const timer = setInterval(() => trickle.write('x'), 10);
    const steady = new PassThrough();
    let sent = 0;
    const other = setInterval(() => {
      sent += 1;
      if (sent <= 40) steady.write('x'.repeat(100));
      else steady.end();
    }, 10);
    try {
      const reading = sizeOf(readBodyStream(sourceOf(steady), limits));
      await expect(sizeOf(readBodyStream(sourceOf(trickle), limits))).rejects.toMatchObject(slow);
      expect(await reading).toBe(4000);
    } finally {
      clearInterval(timer);
      clearInterval(other);
    }
  });

  it('stops a body that arrives fast enough, but has no effect', async () => {
    const blanks = new PassThrough();
    const timer = setInterval(() => blanks.write(' '.repeat(1000)), 10);
    const endsAt = performance.now() + 200;
    const progress = {
      remainingMs: () => endsAt - performance.now(),
      error: () => new AppError('request_timeout', 'No effect'),
    };
    try {
      await expect(sizeOf(readBodyStream(sourceOf(blanks), { ...limits, progress }))).rejects.toThrow(
        'No effect',
      );
      const silent = readBodyStream(sourceOf(new PassThrough()), { progress });
      await expect(sizeOf(silent)).rejects.toThrow('No effect');
    } finally {
      clearInterval(timer);
    }
  });

  it('does not count the time in which the reader is busy', async () => {
    const source = new PassThrough();
    source.write('one');
    let size = 0;
    for await (const chunk of readBodyStream(sourceOf(source), limits)) {
      size += chunk.length;
      await new Promise((resolve) => setTimeout(resolve, 150));
      if (size === 3) source.end('two');
    }

    expect(size).toBe(6);
  });

  it('throws when the stream fails or is cut off', async () => {
    const failing = new PassThrough();
    setTimeout(() => failing.destroy(new Error('aborted')), 10);
    await expect(sizeOf(readBodyStream(sourceOf(failing)))).rejects.toMatchObject({ code: 'json_invalid' });

    const cut = new PassThrough();
    cut.destroy();
    await expect(sizeOf(readBodyStream(sourceOf(cut)))).rejects.toMatchObject({ code: 'json_invalid' });
  });
});
