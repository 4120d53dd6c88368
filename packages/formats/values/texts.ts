import { cutText, ExactNumber, writeJson } from '../../text';

const MAX_NAME = 255;

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? cutText(value, MAX_NAME) : null;
}

/** Text unchanged, anything else as JSON text; an empty string for no value. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : writeJson(value);
}

/** The text of an expected scalar; empty for anything else, because converting that may throw. */
export function textOf(value: unknown): string {
  return isScalar(value) ? String(value) : '';
}

function isScalar(value: unknown): boolean {
  return value !== undefined && (typeof value !== 'object' || value instanceof ExactNumber);
}
