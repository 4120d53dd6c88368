import { cutText } from '../../text';

const MAX_NAME = 128;

/** A name that a client made up, on one line and cut: it is shown in terminals. */
export function toDisplayName(name: string): string {
  return cutText(name.replace(/\p{C}+/gu, ' ').trim(), MAX_NAME);
}
