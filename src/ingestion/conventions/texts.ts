import { cutText } from '../../../packages/detector';

const MAX_NAME = 255;

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? cutText(value, MAX_NAME) : null;
}

/** Text unchanged, anything else as JSON text; an empty string for no value. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
