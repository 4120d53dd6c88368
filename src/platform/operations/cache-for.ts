/** Returns a function whose calls share one result of `compute` until `cacheMs` after it is there. Errors are not cached. */
export function cacheFor<Result>(cacheMs: number, compute: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<Result> | null = null;
  const forget = () => {
    current = null;
  };
  return () => {
    if (current === null) {
      current = compute();
      current.then(() => setTimeout(forget, cacheMs).unref(), forget);
    }
    return current;
  };
}
