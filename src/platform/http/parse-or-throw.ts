import type { z } from 'zod';
import { describeProblems } from '../errors/describe-problems';
import { parseWith } from './problems';

/** @throws Error of one line: `introduction` and the first problems, in which `whole` names the value */
export function parseOrThrow<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  whole: string,
  introduction = '',
): z.output<Schema> {
  const parsed = parseWith(schema, value, 'body');
  if (parsed.ok) return parsed.value;
  throw new Error(`${introduction}${describeProblems(parsed.problems, 1, whole)}`);
}
