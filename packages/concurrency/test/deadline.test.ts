import { abortAfter, withDeadline } from '..';

const timeoutError = new Error('too late');
const reason = new Error('the caller has left');
const never = new Promise<never>(() => undefined);

describe('withDeadline', () => {
  it('resolves and rejects like the work, and then aborts its signal', async () => {
    const signals: AbortSignal[] = [];
    const deadline = { timeoutMs: 60_000, timeoutError };
    const work = async (signal: AbortSignal) => {
      signals.push(signal);
      expect(signal.aborted).toBe(false);
      if (signals.length === 2) throw reason;
      return 7;
    };

    await expect(withDeadline(deadline, work)).resolves.toBe(7);
    await expect(withDeadline(deadline, work)).rejects.toBe(reason);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('rejects in time, even if the work ignores its signal', async () => {
    let limited: AbortSignal | undefined;
    const work = (signal: AbortSignal) => {
      limited = signal;
      return never;
    };

    await expect(withDeadline({ timeoutMs: 20, timeoutError }, work)).rejects.toBe(timeoutError);
    expect(limited?.reason).toBe(timeoutError);
  });

  it('rejects with the reason of the caller, and does not start when the caller has aborted', async () => {
    const caller = new AbortController();
    const work = jest.fn(() => never);
    const deadline = { signal: caller.signal, timeoutMs: 60_000, timeoutError };
    const pending = withDeadline(deadline, work);
    caller.abort(reason);

    await expect(pending).rejects.toBe(reason);
    await expect(withDeadline(deadline, work)).rejects.toBe(reason);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

describe('abortAfter', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('aborts with the reason after the time', () => {
    const controller = new AbortController();
    abortAfter(controller, 1_000, timeoutError);

    jest.advanceTimersByTime(999);
    expect(controller.signal.aborted).toBe(false);
    jest.advanceTimersByTime(1);
    expect(controller.signal.reason).toBe(timeoutError);
  });

  it('leaves no timer once it is canceled or the controller is aborted', () => {
    const controller = new AbortController();
    abortAfter(controller, 1_000, timeoutError)();
    expect(jest.getTimerCount()).toBe(0);

    abortAfter(controller, 1_000, timeoutError);
    controller.abort(reason);
    expect(jest.getTimerCount()).toBe(0);
    expect(controller.signal.reason).toBe(reason);
  });
});
