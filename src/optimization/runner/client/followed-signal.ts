const followersOf = new WeakMap<AbortSignal, Set<AbortController>>();

/**
 * A controller that is aborted with `signal`, for its reason, until `leave` is called. A signal gets one listener
 * however many follow it, so that one signal can be shared by any number of calls without a warning of Node.
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
