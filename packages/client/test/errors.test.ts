import {
  AssayError,
  AuthenticationError,
  ConflictError,
  createError,
  ForbiddenError,
  LeaseLostError,
  NotFoundError,
  NoVerdictError,
  RateLimitedError,
  RunFinishedError,
  ServerError,
  ValidationError,
} from '../requests/errors.ts';

const errorOf = (status: number, body: unknown) =>
  createError({ request: 'GET /v1/things', status, body, requestId: 'r', retryAfterMs: null });
const bodyOf = (type: string) => ({
  detail: [{ loc: ['body', 'x'], msg: 'not so', type, input: null, ctx: {} }],
});

it.each([
  [400, 'request_malformed', AssayError],
  [401, 'api_key_unknown', AuthenticationError],
  [403, 'role_insufficient', ForbiddenError],
  [404, 'not_found', NotFoundError],
  [409, 'experiment_running', ConflictError],
  [409, 'lease_lost', LeaseLostError],
  [409, 'run_finished', RunFinishedError],
  [413, 'body_too_large', AssayError],
  [422, 'missing', ValidationError],
  [429, 'limit_reached', RateLimitedError],
  [500, 'internal_error', ServerError],
  [502, 'no_verdict', NoVerdictError],
  [503, 'evaluator_busy', ServerError],
])('has a class for status %s and type %s', (status, type, kind) => {
  const error = errorOf(status, bodyOf(type));

  expect(error.constructor).toBe(kind);
  expect(error).toMatchObject({ name: kind.name, status, type, requestId: 'r' });
});

it.each([null, '<html>', { detail: 'x' }, { detail: [null] }])('reads the body %p', (body) => {
  const { name, detail } = errorOf(502, body);

  expect(name).toBe('ServerError');
  expect(detail.every(({ loc, msg, type }) => loc.length === 0 && msg === '' && type === '')).toBe(true);
});

it('names each problem in its message, where it is', () => {
  expect(errorOf(422, bodyOf('missing')).message).toBe(
    'GET /v1/things failed with status 422: body.x: not so',
  );
});
