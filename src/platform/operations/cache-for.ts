/** Returns a function whose calls share one result of `compute` until `cacheMs` after it is there. Errors are not cached. */
export function cacheFor<Result>(cacheMs: number, compute: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | null = null;
  return () => {
    if (current !== null) return current;
    const computed = compute();
    current = computed;
    const forget = () => {
      if (current === computed) current = null;
    };
    computed.then(() => setTimeout(forget, cacheMs).unref(), forget);
    return computed;
  };
}
