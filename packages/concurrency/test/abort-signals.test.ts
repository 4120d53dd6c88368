import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLinkedController, onAbort, pause, rejectOnAbort } from '..';

const never = new Promise<never>(() => undefined);
const reason = new Error('the caller has left');

describe('onAbort', () => {
  it('calls all listeners of a signal with a single native one, except those that left', () => {
    const controller = new AbortController();
    const called: number[] = [];
    const leaves = Array.from({ length: 30 }, (_, index) =>
      onAbort(controller.signal, () => called.push(index)),
    );
    for (const leave of leaves.slice(2)) leave();

    expect(getEventListeners(controller.signal, 'abort').length).toBe(1);
    controller.abort();

    expect(called).toEqual([0, 1]);
  });

  it('leaves nothing at the signal once all listeners have left', () => {
    const { signal } = new AbortController();
    const leaves = [onAbort(signal, () => undefined), onAbort(signal, () => undefined)];
    for (const leave of leaves) leave();

    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('calls the listener immediately when the signal has aborted', () => {
    const listener = jest.fn();
    onAbort(AbortSignal.abort(reason), listener);

    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('createLinkedController', () => {
  it.each([0, 1])('aborts with signal %i, with its reason', (index) => {
    const sources = [new AbortController(), new AbortController()];
    const linked = createLinkedController(...sources.map(({ signal }) => signal), undefined);
    sources[index]?.abort(reason);

    expect(linked.signal.reason).toBe(reason);
    expect(createLinkedController(sources[index]?.signal).signal.reason).toBe(reason);
  });

  it('does not abort its sources', () => {
    const source = new AbortController();
    createLinkedController(source.signal).abort();

    expect(source.signal.aborted).toBe(false);
  });

  it('leaves nothing at a long-lived signal once it is aborted', async () => {
    const { signal } = new AbortController();
    const controllers = Array.from({ length: 100 }, () => new WeakRef(createLinkedController(signal)));
    for (const controller of controllers) controller.deref()?.abort();
    await pause(1, signal); // a WeakRef holds its target until the end of the task

    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();

    expect(controllers.filter((controller) => controller.deref() !== undefined)).toEqual([]);
  });
});

describe('rejectOnAbort', () => {
  it('resolves and rejects like the promise', async () => {
    const { signal } = new AbortController();

    await expect(rejectOnAbort(Promise.resolve(7), signal)).resolves.toBe(7);
    await expect(rejectOnAbort(Promise.reject(reason), signal)).rejects.toBe(reason);
  });

  it('rejects with the reason when the signal aborts first', async () => {
    const controller = new AbortController();
    const pending = rejectOnAbort(never, controller.signal);
    controller.abort(reason);

    await expect(pending).rejects.toBe(reason);
  });

  it('rejects with the reason when the promise rejects because of the abort', async () => {
    const controller = new AbortController();
    const aborted = new Promise<never>((_, reject) => {
      controller.signal.addEventListener('abort', () => reject(new Error('AbortError')));
    });
    const pending = rejectOnAbort(aborted, controller.signal);
    controller.abort(reason);

    await expect(pending).rejects.toBe(reason);
  });

  it('rejects when the signal was aborted before, even if the promise settles', async () => {
    const signal = AbortSignal.abort(reason);

    await expect(rejectOnAbort(Promise.resolve(7), signal)).rejects.toBe(reason);
    await expect(rejectOnAbort(Promise.reject(new Error('late')), signal)).rejects.toBe(reason);
  });
});

describe('pause', () => {
  it('resolves after the delay', async () => {
    const startedAt = performance.now();
    await pause(30, new AbortController().signal);

    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(29);
  });

  it('rejects with the reason of the signal', async () => {
    const controller = new AbortController();
    const pausing = pause(60_000, controller.signal);
    controller.abort(reason);

    await expect(pausing).rejects.toBe(reason);
    await expect(pause(60_000, controller.signal)).rejects.toBe(reason);
  });
});
