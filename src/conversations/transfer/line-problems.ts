import { type LineProblem, RejectedRecord } from '../../../packages/formats';
import { type Problem, ValidationError } from '../../platform/errors/app-error';
import type { LineStep } from './line-reader';

const UNREADABLE = 'the line does not have the form of its format';

/** The problem of a line in the form of a response; `loc` is its path in the line. */
export function toLineProblems({ path, error }: LineProblem): Problem[] {
  return [{ loc: ['body', ...path], msg: `Value error, ${error}`, type: 'value_error', ctx: { error } }];
}

/** The steps of reading a line. An error of its format is a problem of this line alone. */
export function* outcomeOf(line: number, steps: Generator<undefined, LineStep>): Generator<LineStep> {
  try {
    yield yield* steps;
  } catch (error) {
    yield { line, problems: toProblems(error) };
  }
}

function toProblems(error: unknown): Problem[] {
  if (error instanceof ValidationError) return error.problems;
  return toLineProblems({ path: [], error: error instanceof RejectedRecord ? error.message : UNREADABLE });
}
