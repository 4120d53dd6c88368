import type { z } from 'zod';
import { listProblems } from '../errors/describe-problems';
import { parseWith } from '../http/problems';

/**
 * Reads settings, such as the environment variables.
 * @throws Error with the title and a line for each invalid one, which names it and what is expected, but not its value,
 * which may be a secret
 */
export function parseSettings<Schema extends z.ZodType>(
  schema: Schema,
  settings: unknown,
  { title = 'Invalid settings:', whole = 'environment' } = {},
): z.output<Schema> {
  const parsed = parseWith(schema, settings, 'body');
  if (parsed.ok) return parsed.value;
  throw new Error([title, ...listProblems(parsed.problems, 1, whole)].join('\n'));
}
