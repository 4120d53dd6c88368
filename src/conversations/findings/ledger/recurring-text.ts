import type { RecurringText } from './finding';

/** Longer texts are sentences, which no other conversation repeats to the letter. */
const MAX_LENGTH = 200;
/** Of a sentence with a URL. */
const MAX_SENTENCE_LENGTH = 4 * MAX_LENGTH;
const MAX_KEY_LENGTH = 200;
const MAX_NAME_WORDS = 5;

const URL_PATTERN = /(?:https?:\/\/|www\.)[^\s"'<>`]+/giu;
const NUMBER_PATTERN = /^[$€£¥]?\s?([+-]?\d[\d., ]*?)\s?([%$€£¥]?)$/u;
/** Digits with hyphens, parentheses or slashes between them, such as "114-3941689" and "+1 (555) 012-3456". */
const GROUPED_DIGITS_PATTERN = /^\+?\(?\d+(?:[ ().-]{1,3}\d+|\/\d+)+$/u;
const DATE_PATTERN = /^(?:\d{4}[-/.]\d\d?[-/.]\d\d?|\d\d?[-/.]\d\d?[-/.]\d{2,4})$/u;
/** A number with as many digits is one of a telephone, whose separators vary. */
const MIN_TELEPHONE_DIGITS = 7;
/** One token with a letter and a digit. */
const SKU_PATTERN = /^(?=[^\s]*\p{L})(?=[^\s]*\p{N})[\p{L}\p{N}][\p{L}\p{N}_./#-]{1,63}$/u;
/**
 * Ordinals, times, sizes and other numbers with a unit, such as "3rd", "10am", "5GB" and "1h30m". At most four, which
 * bounds backtracking.
 */
const QUANTITY_PATTERN =
  /^(?:\d[\d.]*-?(?:st|nd|rd|th|[ap]m|[kmgtp]?i?b(?:ps|its?)?|ms|s|secs?|mins?|h|hrs?|d|y|[kmgt]?hz|[kcm]?m|ft|in|mi|[km]?g|lbs?|oz|[cm]?l|[kmg]?wh?|[km]?v|mah|px|fps|[xk])){1,4}$/iu;
/** Words that begin with a capital letter, with particles such as "van" between them. */
const NAME_PATTERN =
  /^\p{Lu}[\p{L}'’.-]*(?: (?:(?:van|von|de|da|di|del|der|of|the|la|le|and|&) )*\p{Lu}[\p{L}'’.-]*)*$/u;

/**
 * What kind of text a finding has, and the form that spellings of the same URL, product code, number or name share.
 * Null for other texts. A sentence with exactly one URL counts as that URL. Compatibility forms stay apart: "10²" is
 * not "102".
 */
export function recurringTextOf(text: string): RecurringText | null {
  if (text.length > MAX_SENTENCE_LENGTH) return null;
  const unquoted = trimQuotes(text.normalize('NFC'));
  const [url, ...others] = unquoted.match(URL_PATTERN) ?? [];
  if (url !== undefined && others.length === 0) return withKey('url', urlKey(url));
  if (unquoted.length === 0 || unquoted.length > MAX_LENGTH) return null;
  const number = NUMBER_PATTERN.exec(unquoted);
  if (number !== null)
    return withKey('number', `${numberKey(number[1] ?? '')}${number[2] === '%' ? '%' : ''}`);
  if (GROUPED_DIGITS_PATTERN.test(unquoted)) {
    return DATE_PATTERN.test(unquoted) ? null : withKey('number', groupedKey(unquoted));
  }
  if (QUANTITY_PATTERN.test(unquoted)) return null;
  if (SKU_PATTERN.test(unquoted)) return withKey('sku', skuKey(unquoted));
  const isName = NAME_PATTERN.test(unquoted) && unquoted.split(' ').length <= MAX_NAME_WORDS;
  return isName ? withKey('name', unquoted.toLowerCase().replace(/['’]s$|[.]/gu, '')) : null;
}

function withKey(kind: RecurringText['kind'], key: string): RecurringText | null {
  return key === '' || key.length > MAX_KEY_LENGTH ? null : { kind, key };
}

function trimQuotes(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/^[\s"'“”‘’([{`]+|[\s"'“”‘’)\]}`,;:!?.]+$/gu, '');
}

/** In capitals, without separators except between two digits: "v1.23" is not "v12.3". */
function skuKey(code: string): string {
  return code
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, (separator, start: number, whole: string) =>
      /\p{N}$/u.test(whole.slice(0, start)) && /^\p{N}/u.test(whole.slice(start + separator.length))
        ? '-'
        : '',
    );
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

/** Without separators if it is long; others stay: "10-20" is not "1020". */
function groupedKey(text: string): string {
  const groups = text.match(/\d+/gu) ?? [];
  const digits = groups.join('');
  return digits.length >= MIN_TELEPHONE_DIGITS ? digits : groups.join('-');
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
