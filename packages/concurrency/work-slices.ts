/** Maximum milliseconds of synchronous work per iteration of the event loop. */
const SLICE_MS = 15;

const waiting: (() => void)[] = [];
let isScheduled = false;
let sliceEndAt = 0;

/** True when longer work must wait for its next slice. */
export function isSliceOver(): boolean {
  return performance.now() >= sliceEndAt;
}

/**
 * Resolves at the start of a slice. All long work of the process shares one slice per iteration of the event
 * loop, so that 40 requests block it no longer than one; a `setImmediate` for each would let all of them run
 * in one iteration.
 * @throws the reason of `signal` once it is aborted
 */
export async function nextSlice(signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    waiting.push(resolve);
    schedule();
  });
  signal?.throwIfAborted();
}

/**
 * Runs the steps of a generator in slices; a step should take less than a millisecond. Short work shares the slice of what
 * ran before it.
 * @throws the reason of `signal` once it is aborted
 */
export async function runInSlices<Result>(
  steps: Generator<undefined, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  signal?.throwIfAborted();
  for (;;) {
    if (isSliceOver()) await nextSlice(signal);
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Runs synchronous work that cannot be divided, such as parsing a body, at the start of a slice. Bodies that
 * arrive together would otherwise be parsed in one iteration of the event loop.
 */
export async function inSlice<Result>(work: () => Result): Promise<Result> {
  await nextSlice();
  return work();
}

function schedule(): void {
  if (isScheduled || waiting.length === 0) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    sliceEndAt = performance.now() + SLICE_MS;
    waiting.shift()?.();
    schedule();
  });
}
