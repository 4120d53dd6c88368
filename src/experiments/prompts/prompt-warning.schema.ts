import { z } from 'zod';
import { type PromptWarning, promptWarningCodes } from './prompt-warnings';

export const promptWarningSchema = z
  .object({
    code: z
      .enum(promptWarningCodes)
      .meta({ id: 'PromptWarningCode' })
      .describe(
        '`system_text_not_sent`: more than 200 characters of the original system text are in nothing that is sent',
      ),
    items_count: z.int().gte(1).describe('The number of conversations that it concerns'),
    message: z.string(),
  })
  .meta({ id: 'PromptWarning' });

export const promptWarningsSchema = z
  .array(promptWarningSchema)
  .describe('What the system prompt leaves out, found at creation; empty without a warning');

export function toPromptWarningsWire(
  warnings: readonly PromptWarning[],
): z.input<typeof promptWarningsSchema> {
  return warnings.map(({ code, itemsCount, message }) => ({ code, items_count: itemsCount, message }));
}
