/**
 * Where to go after signing in: an address of this dashboard, never one of another site, whatever a link says.
 * Anything else is the start.
 */
export function toLocalPath(wanted: string | null): string {
  const isLocal = wanted !== null && /^\/(?![/\\])/.test(wanted) && !/^\/sign-in\b/.test(wanted);
  return isLocal ? wanted : '/';
}
