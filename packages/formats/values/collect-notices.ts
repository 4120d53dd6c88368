import type { NoticeKind, Notices } from '../model/notices';

let current: Notices | null = null;

/**
 * What `read` returns, and the notices of all that it read. Readers are synchronous functions that many functions deep
 * parse a text; passing a collector through all of them would be a parameter of most functions here.
 */
export function collectNotices<Value>(read: () => Value): { value: Value; notices: Notices } {
  const outer = current;
  const notices: Notices = {};
  current = notices;
  try {
    return { value: read(), notices };
  } finally {
    current = outer;
  }
}

export function addNotice(kind: NoticeKind, count = 1): void {
  if (current !== null) current[kind] = (current[kind] ?? 0) + count;
}
