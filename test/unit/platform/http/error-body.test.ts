import { generateKey } from '../../../../src/access/api-keys/key-format';
import {
  AppError,
  type ErrorCode,
  errorCatalog,
  ValidationError,
} from '../../../../src/platform/errors/app-error';
import { errorSchema, toErrorResponse } from '../../../../src/platform/http/error-body';

describe('toErrorResponse', () => {
  it.each(Object.entries(errorCatalog))("reports %s in the contract's shape", (code, { status }) => {
    const response = toErrorResponse(new AppError(code as ErrorCode, 'Words'));

    expect(response.status).toBe(status);
    expect(errorSchema.parse(response.body)).toEqual({
      detail: [{ loc: [], msg: 'Words', type: code, input: null, ctx: {} }],
    });
    expect('WWW-Authenticate' in response.headers).toBe(status === 401);
    if (status === 429 || status === 503) expect(response.headers['Retry-After']).toBe('1');
  });

  it.each([
    new Error('the password is hunter2'),
    'text',
    undefined,
    null,
    { status: 418 },
    new TypeError('x'),
  ])('reveals nothing about unexpected errors: %s', (error) => {
    const { status, body, isUnexpected } = toErrorResponse(error);

    expect([status, isUnexpected]).toEqual([500, true]);
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });

  it.each([
    [1, '1'],
    [1001, '2'],
    [0, '1'],
    [60_000, '60'],
  ])('rounds %d ms of patience up to %s s', (retryAfterMs, seconds) => {
    expect(toErrorResponse(new AppError('rate_limited', 'x', { retryAfterMs })).headers['Retry-After']).toBe(
      seconds,
    );
  });

  it.each([generateKey('user'), generateKey('workspace'), 'sk-proj-abcdefghijklmnop_123'])(
    'masks a key wherever it stands: %s',
    (key) => {
      const problem = {
        loc: ['body', key],
        msg: `no ${key}`,
        type: 'value_error' as const,
        input: { [key]: [key] },
        ctx: { given: key },
      };

      expect(JSON.stringify(toErrorResponse(new ValidationError([problem])).body)).not.toContain(
        key.slice(-20),
      );
      expect(
        JSON.stringify(toErrorResponse(new AppError('not_found', key, { input: key })).body),
      ).not.toContain(key.slice(-20));
    },
  );
});
