import { BodyMemory, SMALL_BODY_BYTES } from '../../../../src/platform/http/body-memory';

const KIB = 1024;
const { signal } = new AbortController();
const caller = (name: string) => ({ name, isPublic: false, signal });
const stranger = (name: string) => ({ name, isPublic: true, signal });

const memory = () =>
  new BodyMemory({
    publicBytes: 16 * KIB,
    smallBytes: 4 * SMALL_BODY_BYTES,
    largeBytes: 4 * SMALL_BODY_BYTES,
    maxWaitMs: 20,
  });

const busy = { code: 'server_busy' };

describe('BodyMemory', () => {
  it('holds nothing for a client that left while its body waited for room or before it was read', async () => {
    const bodies = memory();
    const body = await bodies.reserve(caller('a'), 4096 * KIB);
    const fitted = body.fit(SMALL_BODY_BYTES + 1);
    body.release();
    await fitted;
    const gone = AbortSignal.abort(new Error('The client left'));
    const late = bodies.reserve({ ...caller('b'), signal: gone }, KIB);

    await expect(late).rejects.toThrow('The client left');
    const others = await Promise.all(
      ['c', 'd', 'e', 'f'].map((name) => bodies.reserve(caller(name), 64 * KIB)),
    );
    expect(others).toHaveLength(4);
    const large = await bodies.reserve(caller('g'), 16 * SMALL_BODY_BYTES).catch(() => null);
    expect(large).toBeNull(); // the small places are all taken by the others
  });

  it('holds the beginning of a large body as a small one until more has arrived', async () => {
    const bodies = memory();
    const idle = await Promise.all(['a', 'b', 'c'].map((name) => bodies.reserve(caller(name), 4096 * KIB)));
    const large = await bodies.reserve(caller('d'), 4096 * KIB);

    await large.fit(SMALL_BODY_BYTES + 1);
    await expect(idle[0]?.fit(SMALL_BODY_BYTES + 1)).rejects.toMatchObject(busy);
    large.release();

    await expect(idle[0]?.fit(SMALL_BODY_BYTES + 1)).resolves.toBeUndefined();
  });

  it('reserves what a compressed body needs step by step, not its maximum', async () => {
    const bodies = new BodyMemory({ hugeBytes: 4 * 32 * KIB * KIB, maxWaitMs: 20 });
    const reserve = async (name: string, bytes: number) => {
      const body = await bodies.reserve(caller(name), 32 * KIB * KIB);
      await body.fit(bytes);
      return body;
    };

    const middle = await Promise.all([1, 2, 3, 4].map(() => reserve('a', 2 * KIB * KIB)));
    const [largest] = await Promise.all([reserve('b', 5 * KIB * KIB), reserve('c', 30 * KIB * KIB)]);

    expect(middle).toHaveLength(4);
    await expect(reserve('b', 5 * KIB * KIB)).rejects.toMatchObject(busy); // a quarter is one of the largest
    largest?.release();
    await expect(reserve('b', 5 * KIB * KIB)).resolves.toBeDefined();
  });

  it('admits small bodies while large ones hold all memory, and the other way round', async () => {
    const bodies = memory();
    const large = await bodies.reserve(caller('large'), 4096 * KIB);
    await large.fit(4096 * KIB);

    const small = ['a', 'b', 'c', 'd'].map((name) => bodies.reserve(caller(name), SMALL_BODY_BYTES));
    await Promise.all(small);

    await expect(bodies.reserve(caller('e'), SMALL_BODY_BYTES)).rejects.toMatchObject(busy);
    large.release();
    await expect(bodies.reserve(caller('e'), SMALL_BODY_BYTES)).resolves.toBeDefined();
  });

  it('admits strangers while callers hold all memory, and the other way round', async () => {
    const bodies = memory();
    const large = await bodies.reserve(caller('large'), 4096 * KIB);
    await large.fit(4096 * KIB);
    for (const name of ['a', 'b', 'c', 'd']) await bodies.reserve(caller(name), SMALL_BODY_BYTES);

    for (const name of ['e', 'f', 'g', 'h']) await bodies.reserve(stranger(name), 4 * KIB);

    await expect(bodies.reserve(stranger('i'), 4 * KIB)).rejects.toMatchObject(busy);
    large.release();
    await expect(bodies.reserve(caller('b'), 4 * KIB)).resolves.toBeDefined();
  });
});
