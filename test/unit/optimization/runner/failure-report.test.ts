import { AssayError, UnreachableError } from '../../../../packages/client';
import { describeFailure } from '../../../../src/optimization/runner/failure-report';
import { StrategyError } from '../../../../src/optimization/runner/strategies/strategy';

it.each([
  [new StrategyError('model_error', 'x'), 'model_error'],
  [new AssayError('x', { status: 500 }), 'api_error'],
  [new UnreachableError('x'), 'api_error'],
  [new TypeError('x'), 'strategy_error'],
  ['x', 'strategy_error'],
])('has a code for %p', (error, code) => {
  expect(describeFailure(error, []).errorCode).toBe(code);
});

it('holds no secret', () => {
  const error = new Error('sk-abcdefghijklmnop0123 and my-own-secret were refused');

  expect(describeFailure(error, ['my-own-secret']).errorMessage).toBe(
    'sk-[redacted] and [redacted] were refused',
  );
});

it('has at most 4,096 characters, and no lone surrogate', () => {
  const { errorMessage } = describeFailure(new Error(`${'x'.repeat(4_095)}🌉`), []);

  expect(errorMessage.length).toBe(4_096);
  expect(errorMessage.isWellFormed()).toBe(true);
});
