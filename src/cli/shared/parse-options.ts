import { InvalidArgumentError } from 'commander';

/**
 * Reads `0.1` or `10%` as 0.1.
 * @throws InvalidArgumentError for other texts and beyond 0..1
 */
export function parseShare(text: string): number {
  const [, digits = '', percent] = /^(\d+(?:\.\d*)?|\.\d+)(%)?$/.exec(text.trim()) ?? [];
  const share = digits === '' ? Number.NaN : Number(digits) / (percent === undefined ? 1 : 100);
  if (!(share <= 1)) throw new InvalidArgumentError('Expected a share such as 0.1 or 10%.');
  return share;
}

/**
 * Reads a count of at least 1.
 * @throws InvalidArgumentError for other texts
 */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of at least 1.');
  return Number(text);
}

/**
 * Reads a decimal number.
 * @throws InvalidArgumentError for other texts
 */
export function parseNumber(text: string): number {
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) throw new InvalidArgumentError('Expected a number.');
  return Number(text);
}
