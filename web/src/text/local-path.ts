/** Returns the path to open after signing in. A URL of another site becomes `/`, against open redirects. */
export function toLocalPath(requested: string | null): string {
  const isLocal = requested !== null && /^\/(?![/\\])/.test(requested) && !/^\/sign-in\b/.test(requested);
  return isLocal ? requested : '/';
}
