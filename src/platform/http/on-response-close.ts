import type { ServerResponse } from 'node:http';

/** Calls `end` when a response is over, sent or cut off; at once when it is over already. */
export function onResponseClose(response: ServerResponse, end: () => void): void {
  if (response.destroyed) end();
  else response.once('close', end);
}
