import type { RecurringText } from './finding';

/** Longer texts are sentences, which no other conversation repeats to the letter. */
const MAX_LENGTH = 200;
const MAX_KEY_LENGTH = 200;
const MAX_NAME_WORDS = 5;

const URL_PATTERN = /(?:https?:\/\/|www\.)[^\s"'<>`]+/giu;
const NUMBER_PATTERN = /^[$€£¥]?\s?([+-]?\d[\d., ]*?)\s?([%$€£¥]?)$/u;
/** One token with a letter and a digit. */
const SKU_PATTERN = /^(?=[^\s]*\p{L})(?=[^\s]*\p{N})[\p{L}\p{N}][\p{L}\p{N}_./#-]{1,63}$/u;
/** Words that begin with a capital letter, with particles such as "van" between them. */
const NAME_PATTERN =
  /^\p{Lu}[\p{L}'’.-]*(?: (?:(?:van|von|de|da|di|del|der|of|the|la|le|and|&) )*\p{Lu}[\p{L}'’.-]*)*$/u;

/**
 * What kind of text a finding has, and the form that spellings of the same URL, product code, number or name share.
 * Null for other texts. A sentence with exactly one URL counts as that URL.
 */
export function recurringTextOf(text: string): RecurringText | null {
  const shown = trimQuotes(text.slice(0, 4 * MAX_LENGTH).normalize('NFKC'));
  const [url, ...others] = shown.match(URL_PATTERN) ?? [];
  if (url !== undefined && others.length === 0) return withKey('url', urlKey(url));
  if (shown.length === 0 || shown.length > MAX_LENGTH) return null;
  const number = NUMBER_PATTERN.exec(shown);
  if (number !== null)
    return withKey('number', `${numberKey(number[1] ?? '')}${number[2] === '%' ? '%' : ''}`);
  if (SKU_PATTERN.test(shown)) return withKey('sku', shown.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ''));
  const isName = NAME_PATTERN.test(shown) && shown.split(' ').length <= MAX_NAME_WORDS;
  return isName ? withKey('name', shown.toLowerCase().replace(/['’]s$|[.]/gu, '')) : null;
}

function withKey(kind: RecurringText['kind'], key: string): RecurringText | null {
  return key === '' ? null : { kind, key: key.slice(0, MAX_KEY_LENGTH) };
}

function trimQuotes(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/^[\s"'“”‘’([{`]+|[\s"'“”‘’)\]}`,;:!?.]+$/gu, '');
}

/** Without scheme, `www.`, fragment, final punctuation and slash; the host in lower case. */
function urlKey(url: string): string {
  const rest = url
    .replace(/^https?:\/\//i, '')
    .replace(/#.*$/u, '')
    .replace(/[/.,;:!?)\]}]+$/u, '');
  const slash = rest.search(/[/?]/u);
  const host = slash === -1 ? rest : rest.slice(0, slash);
  return `${host.toLowerCase().replace(/^www\./u, '')}${rest.slice(host.length)}`;
}

/** Without separators of thousands; "12.50" equals "12.5". */
function numberKey(digits: string): string {
  const compact = digits.replaceAll(' ', '').replace(/[.,]+$/u, '');
  const isGrouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(compact);
  const plain = isGrouped ? compact.replaceAll(',', '') : compact.replace(',', '.');
  return /^[+-]?\d+\.\d+$/u.test(plain)
    ? plain.replace(/\.?0+$/u, '').replace(/^\+/u, '')
    : plain.replace(/^\+/u, '');
}
