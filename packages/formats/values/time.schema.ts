import { z } from 'zod';

/** An accepted date-time: ISO 8601 with a time zone. */
export const timeSchema = z.iso
  .datetime({ offset: true })
  .refine(hasPlainYear, { message: 'the year in UTC should be between 0000 and 9999' })
  .describe('With a time zone. The year in UTC is between 0000 and 9999');

/**
 * Other years have a sign and six digits in ISO form, which clients cannot parse. Text that is not a time
 * passes.
 */
function hasPlainYear(text: string): boolean {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) || /^\d{4}-/.test(time.toISOString());
}
