import { owner } from '../owner';
import type { BodyOf } from '../wire-types';
import type { World } from './world';

/** Calls the API in the workspace with the owner's key; a string body is sent as is, others as JSON. */
export type CallWorld = <const Method extends string, const Path extends string>(
  method: Method,
  path: Path,
  body?: unknown,
  type?: string,
) => Promise<BodyOf<Method, Path>>;

/** @throws Error with the body of an error response. */
export function worldApi({ url, workspaceId }: Pick<World, 'url' | 'workspaceId'>): CallWorld {
  return async (method, path, body, type = 'application/json') => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${owner.apiKey}`,
        'x-workspace-id': workspaceId,
        ...(body !== undefined && { 'content-type': type }),
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
}
