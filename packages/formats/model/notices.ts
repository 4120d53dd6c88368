/** How what is stored differs from what was sent, and how often. */
export const noticeKinds = [
  'replaced_characters',
  'nulled_numbers',
  'cut_messages',
  'unreadable_messages',
  'corrected_times',
  'ignored_times',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
export type Notices = Partial<Record<NoticeKind, number>>;

const wordings: Record<NoticeKind, string> = {
  replaced_characters: 'Characters that cannot be stored (NUL, half of a surrogate pair) became U+FFFD',
  nulled_numbers: 'NaN and infinite numbers, which JSON does not have, became null',
  cut_messages:
    'Messages were cut by a length limit and are read up to there (raise ' +
    'OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT or the limit of the instrumentation)',
  unreadable_messages: 'Values with messages are not JSON and are not read (write them as JSON text)',
  corrected_times:
    'Spans had times in seconds, milliseconds or microseconds and are read so (OTLP has nanoseconds)',
  ignored_times: 'Times that are impossible or cannot be read were left out',
};

/** Those that occurred, each with a sentence for the sender, without its period. */
export function listNotices(notices: Notices | null | undefined) {
  return noticeKinds.flatMap((kind) => {
    const count = notices?.[kind] ?? 0;
    return count === 0 ? [] : { kind, count, message: `${wordings[kind]}: ${count}` };
  });
}

/** Null if there are none. */
export function sumNotices(all: readonly (Notices | null | undefined)[]): Notices | null {
  const sum: Notices = {};
  for (const kind of noticeKinds) {
    const count = all.reduce((total, notices) => total + (notices?.[kind] ?? 0), 0);
    if (count > 0) sum[kind] = count;
  }
  return Object.keys(sum).length === 0 ? null : sum;
}
