import type { ErrorCode } from '../errors/app-error';
import type { Route } from '../http/route';

/** Every error a route can respond with: those of its kind, then its own. */
export function errorCodesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>();
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  add('rate_limited', 'headers_too_large');
  if (route.isIngestion) add('limit_reached');
  if (route.access !== 'public') {
    add(
      'not_authenticated',
      'session_expired',
      'api_key_malformed',
      'api_key_unknown',
      'api_key_revoked',
      'api_key_expired',
      'account_disabled',
    );
    if (route.method !== 'get') add('cross_site_request');
  }
  if (route.access === 'workspace') add('workspace_forbidden', 'value_error');
  if (route.role !== undefined && route.role !== 'viewer') add('role_insufficient');
  if (route.params !== undefined) add('value_error', 'not_found');
  if (route.query !== undefined) add('value_error');
  if (route.query?.shape.cursor !== undefined) add('cursor_invalid');
  if (route.body !== undefined) add('value_error', 'json_invalid', 'unsupported_media_type');
  if (route.body !== undefined || route.streams !== undefined)
    add('body_too_large', 'request_timeout', 'server_busy');
  if (route.isIdempotent) add('idempotency_key_reused', 'idempotency_in_progress');
  add(...(route.errors ?? []), 'internal_error', 'database_unavailable');
  return [...codes];
}
