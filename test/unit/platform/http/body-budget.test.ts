import { BodyBudget } from '../../../../src/platform/http/body-budget';

const never = new AbortController().signal;

/** Whether a promise is fulfilled once what has been started has run. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  promise.then(
    () => {
      done = true;
    },
    () => undefined,
  );
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

describe('BodyBudget', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('lets a request wait until others have released enough', async () => {
    const budget = new BodyBudget({ maxBytes: 100, maxHolderBytes: 100 });
    const first = await budget.reserve('a', 60, never);
    const second = budget.reserve('b', 60, never);

    expect(await isDone(second)).toBe(false);
    first.resize(41);
    expect(await isDone(second)).toBe(false);
    first.resize(40);
    expect(await isDone(second)).toBe(true);
  });

  it('holds nothing for a request after its release', async () => {
    const budget = new BodyBudget({ maxBytes: 100, maxHolderBytes: 100 });
    const left = await budget.reserve('a', 60, never);
    left.release();
    left.resize(60);

    expect(await isDone(budget.reserve('b', 100, never))).toBe(true);
  });

  it('never lets one holder take what others need', async () => {
    const budget = new BodyBudget({ maxBytes: 100, maxHolderBytes: 50 });
    await budget.reserve('greedy', 50, never);
    const waiting = budget.reserve('greedy', 1, never);

    expect(await isDone(budget.reserve('other', 50, never))).toBe(true);
    expect(await isDone(waiting)).toBe(false);
  });

  it('lets small requests pass a large one, until that has waited half of its time', async () => {
    const budget = new BodyBudget({ maxBytes: 100, maxHolderBytes: 100, maxWaitMs: 400 });
    const first = await budget.reserve('a', 50, never);
    const large = budget.reserve('b', 100, never);
    const small = await budget.reserve('c', 10, never);
    jest.advanceTimersByTime(220);
    const late = budget.reserve('d', 10, never);

    expect(await isDone(late)).toBe(false);
    first.release();
    small.release();
    expect([await isDone(large), await isDone(late)]).toEqual([true, false]);
    (await large).release();
    expect(await isDone(late)).toBe(true);
  });

  it('never holds others up for a request that waits for its own holder', async () => {
    const budget = new BodyBudget({ maxBytes: 100, maxHolderBytes: 50, maxWaitMs: 100 });
    await budget.reserve('greedy', 50, never);
    const waiting = budget.reserve('greedy', 50, never);
    waiting.catch(() => undefined);
    jest.advanceTimersByTime(60);

    expect(await isDone(budget.reserve('other', 50, never))).toBe(true);
    jest.advanceTimersByTime(40);
    await expect(waiting).rejects.toMatchObject({ code: 'server_busy' });
  });

  it('returns what was held once, however often it is released', async () => {
    const budget = new BodyBudget({ maxBytes: 100, maxHolderBytes: 100 });
    const first = await budget.reserve('a', 50, never);
    await budget.reserve('b', 50, never);
    first.release();
    first.release();

    expect(await isDone(budget.reserve('c', 50, never))).toBe(true);
    expect(await isDone(budget.reserve('d', 1, never))).toBe(false);
  });

  it('admits a request larger than the budget when nothing else is held', async () => {
    const budget = new BodyBudget({ maxBytes: 100, maxHolderBytes: 50 });

    const large = await budget.reserve('a', 1000, never);
    const next = budget.reserve('b', 1, never);
    expect(await isDone(next)).toBe(false);
    large.release();
    expect(await isDone(next)).toBe(true);
  });

  it('responds server_busy after the maximum wait and lets those behind pass', async () => {
    const budget = new BodyBudget({ maxBytes: 100, maxHolderBytes: 100, maxWaitMs: 200 });
    await budget.reserve('a', 50, never);
    const large = budget.reserve('b', 60, never);
    large.catch(() => undefined);
    jest.advanceTimersByTime(120);
    const small = budget.reserve('c', 50, never);

    expect(await isDone(small)).toBe(false);
    jest.advanceTimersByTime(80);
    await expect(large).rejects.toMatchObject({ code: 'server_busy', retryAfterMs: 2000 });
    expect(await isDone(small)).toBe(true);
  });

  it('forgets a request whose client has left', async () => {
    const budget = new BodyBudget({ maxBytes: 100, maxHolderBytes: 100 });
    const first = await budget.reserve('a', 100, never);
    const leaving = new AbortController();
    const left = budget.reserve('b', 100, leaving.signal);
    leaving.abort(new Error('left'));

    await expect(left).rejects.toThrow('left');
    first.release();
    expect(await isDone(budget.reserve('c', 100, never))).toBe(true);
  });
});
