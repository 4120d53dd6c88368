import { rejectOnAbort } from '../../../../src/platform/concurrency/reject-on-abort';

const never = new Promise<never>(() => undefined);
const reason = new Error('the caller has left');

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

it('rejects when the signal was aborted before, whatever the promise does', async () => {
  const signal = AbortSignal.abort(reason);

  await expect(rejectOnAbort(Promise.resolve(7), signal)).rejects.toBe(reason);
  await expect(rejectOnAbort(Promise.reject(new Error('late')), signal)).rejects.toBe(reason);
});
