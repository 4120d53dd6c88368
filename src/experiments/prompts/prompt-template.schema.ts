import { z } from 'zod';
import { countPlaceholders, PLACEHOLDER_PATTERN, SYSTEM_PROMPT_PLACEHOLDER } from '../../../packages/text';

/** More would multiply the size of what is sent. */
const MAX_PLACEHOLDERS = 1;

/** A system prompt in place of that of the conversations. */
export const promptTemplateSchema = z
  .string()
  .min(1)
  .max(100_000)
  .refine((template) => countPlaceholders(template) <= MAX_PLACEHOLDERS, {
    message: `${SYSTEM_PROMPT_PLACEHOLDER} may occur only once`,
  })
  .meta({ not: { pattern: `${PLACEHOLDER_PATTERN}[\\s\\S]*${PLACEHOLDER_PATTERN}` } })
  .describe(
    `${SYSTEM_PROMPT_PLACEHOLDER} inserts the system prompt of the conversation; at most once, spaces inside are ` +
      'accepted. Without it that prompt is not sent, but remains evidence for the evaluator',
  );
