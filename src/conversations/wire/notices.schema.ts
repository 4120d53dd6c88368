import { z } from 'zod';
import { listNotices, type Notices, noticeKinds } from '../../../packages/formats';

export const noticesSchema = z
  .array(
    z
      .object({
        kind: z.enum(noticeKinds).meta({ id: 'NoticeKind' }),
        count: z.int(),
        message: z.string().describe('What differs and what would help'),
      })
      .meta({ id: 'Notice' }),
  )
  .optional()
  .describe('How what is stored differs from what was sent; absent if it does not');

/** The field of a response; nothing if there are none. */
export function toNoticesWire(notices: Notices | null | undefined): {
  notices?: z.input<typeof noticesSchema>;
} {
  const list = listNotices(notices);
  return list.length === 0 ? {} : { notices: list };
}
