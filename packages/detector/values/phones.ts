import { createScan, type Region } from '../text/regions';

const PHONE =
  /(?<![\p{L}\p{N}.,])(?:\d{3}[ .-]\d{3}[ .-]\d{4}|(?:\+\d|\(?0\d|\(\d)[\d ()./-]{5,22}\d)(?![\p{L}\p{N}])/gu;
const scan = createScan(PHONE);
const MIN_DIGITS = 7;
const MAX_DIGITS = 15;
const MAX_COUNTRY_DIGITS = 3;
/** Digits by which numbers are looked up: the last ones are those of every notation. */
const KEY_LENGTH = 7;

/** A telephone number. */
export interface PhoneMention extends Region {
  /** All of its digits; the sign of a country code is left out. */
  digits: string;
  hasCountry: boolean;
}

/** The telephone numbers of a text that begin at `from` or later. */
export function scanPhones(text: string, from = 0): PhoneMention[] {
  return scan(text, from).flatMap(({ start, end, text: literal }): PhoneMention[] => {
    const all = literal.replace(/\(0\)|\D/g, '');
    const hasCountry = literal.startsWith('+') || literal.startsWith('00');
    const digits = literal.startsWith('00') ? all.slice(2) : all;
    const isPhone = digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS;
    return isPhone ? [{ start, end, digits, hasCountry }] : [];
  });
}

export const phoneKey = ({ digits }: PhoneMention): string => digits.slice(-KEY_LENGTH);

/** Whether both are one number, one of them perhaps with the code of its country. */
export function isSamePhone(one: PhoneMention, other: PhoneMention): boolean {
  if (one.digits === other.digits) return true;
  if (one.hasCountry === other.hasCountry) return false;
  const [full, local] = one.hasCountry ? [one, other] : [other, one];
  const national = local.digits.replace(/^0/, '');
  const codeLength = full.digits.length - national.length;
  return codeLength >= 1 && codeLength <= MAX_COUNTRY_DIGITS && full.digits.endsWith(national);
}
