import { z } from 'zod';
import { describeNotice, type Notices, noticeKinds } from '../../../packages/formats';

export const noticesSchema = z
  .array(
    z.object({
      kind: z.enum(noticeKinds),
      count: z.int(),
      message: z.string().describe('What differs and what would help'),
    }),
  )
  .optional()
  .describe('How what is stored differs from what was sent; absent if it does not');

/** The field of a response; nothing if there are none. */
export function toNoticesWire(notices: Notices | null | undefined): {
  notices?: z.input<typeof noticesSchema>;
} {
  const list = noticeKinds.flatMap((kind) => {
    const count = notices?.[kind] ?? 0;
    return count === 0 ? [] : [{ kind, count, message: describeNotice(kind, count) }];
  });
  return list.length === 0 ? {} : { notices: list };
}

/** The notice of a request in which characters were replaced; null if none were. */
export function replacementNotice(count: number): Notices | null {
  return count === 0 ? null : { replaced_characters: count };
}
