import type { LineProblem } from '../../../packages/formats';
import type { Problem } from '../../platform/errors/app-error';

/** The problem of a line in the form of a response; `loc` is its path in the line. */
export function toLineProblems({ path, error }: LineProblem): Problem[] {
  return [{ loc: ['body', ...path], msg: `Value error, ${error}`, type: 'value_error', ctx: { error } }];
}
