/** Returns the path to open after signing in. A URL of another site becomes `/`, against open redirects. */
export function toLocalPath(wanted: string | null): string {
  const isLocal = wanted !== null && /^\/(?![/\\])/.test(wanted) && !/^\/sign-in\b/.test(wanted);
  return isLocal ? wanted : '/';
}
