import type { ServerResponse } from 'node:http';

/** Calls `end` once a response is closed, whether sent or interrupted; immediately if it already is. */
export function onResponseClose(response: ServerResponse, end: () => void): void {
  if (response.destroyed) end();
  else response.once('close', end);
}
