import { ExactNumber } from '../../text';
import { MAX_MESSAGES } from '../model/message';
import { RejectedRecord } from './rejected-record';

/** The fields of an expected message; none when it is absent or something else. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isMessage(value) ? value : {};
}

export function isMessage(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

/** The entries of an expected repeated field. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * The entries of an expected list of messages, calls, tools or spans.
 * @throws RejectedRecord for more than a conversation may have, because reading 100,000 blocks the event loop
 */
export function messageListOf(value: unknown): unknown[] {
  const list = listOf(value);
  refuseTooLong(list.length);
  return list;
}

/** @throws RejectedRecord for more messages than a conversation may have */
export function refuseTooLong(length: number): void {
  if (length > MAX_MESSAGES)
    throw new RejectedRecord(`more than ${MAX_MESSAGES} messages, calls, tools or spans`);
}
