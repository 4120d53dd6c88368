import { fieldsOf } from './fields';

/** Base64 of bytes as JSON.stringify writes them: of a Uint8Array, a Buffer, or a list of them. Null for anything else. */
export function bytesToBase64(value: unknown): string | null {
  const list = Array.isArray(value) ? value : listIn(fieldsOf(value));
  const isBytes = list !== null && list.length > 0 && list.every(isByte);
  return isBytes ? Buffer.from(list as number[]).toString('base64') : null;
}

function listIn(fields: Record<string, unknown>): unknown[] | null {
  if (fields.type === 'Buffer') return Array.isArray(fields.data) ? fields.data : null;
  const keys = Object.keys(fields);
  // Keys that are indexes come first and in order.
  return keys.length > 0 && keys.every((key, index) => key === String(index)) ? Object.values(fields) : null;
}

function isByte(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
}
