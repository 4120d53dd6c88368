const followersOf = new WeakMap<AbortSignal, Set<AbortController>>();

/**
 * Returns a controller that is aborted with `signal`, with the same reason, until `leave` is called. A signal
 * gets a single listener for all its followers, so that many calls can share a signal without a
 * MaxListenersExceededWarning.
 */
export function follow(signal: AbortSignal): { controller: AbortController; leave(): void } {
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  const followers = followersOf.get(signal) ?? listen(signal);
  followers.add(controller);
  return { controller, leave: () => followers.delete(controller) };
}

function listen(signal: AbortSignal): Set<AbortController> {
  const followers = new Set<AbortController>();
  followersOf.set(signal, followers);
  signal.addEventListener(
    'abort',
    () => {
      for (const follower of followers) follower.abort(signal.reason);
    },
    { once: true },
  );
  return followers;
}
