/** Zeros of the other scripts whose digits are a UTF-16 unit each: full-width, Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [...'０٠۰०০๐'].map((zero) => zero.charCodeAt(0));
const OTHER_DIGIT = /[０-９٠-٩۰-۹०-९০-৯๐-๙]/g;
const OTHER_SIGN = /(?<=[０-９٠-٩۰-۹])[．，：٫٬](?=[０-９٠-٩۰-۹])|(?<=[０-９٠-٩۰-۹])[％٪]/g;
const SIGNS: Record<string, string> = {
  '．': '.',
  '，': ',',
  '：': ':',
  '٫': '.',
  '٬': ',',
  '％': '%',
  '٪': '%',
};

/** `text` with the digits of other scripts, and the signs among them, as ASCII has them; every offset stays. */
export function convertToAsciiDigits(text: string): string {
  return text.replace(OTHER_SIGN, (sign) => SIGNS[sign] as string).replace(OTHER_DIGIT, convertDigit);
}

function convertDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((first) => code >= first && code < first + 10) as number;
  return String(code - zero);
}
