import { normalizeWord, scanTokens, stem } from '../../../platform/text/tokens';

const LONE_SIGN = /^\p{Sc}$/u;

const nameOf = new Intl.DisplayNames('en', { type: 'currency' });

function signOf(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay });
  return format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** "C$" and "US$" distinguish one dollar from the others by the beginning of its code, which Unicode does for few. */
function signsOf(code: string): string[] {
  const narrow = signOf(code, 'narrowSymbol');
  const prefixed = LONE_SIGN.test(narrow) ? [1, 2, 3].map((length) => code.slice(0, length) + narrow) : [];
  return [narrow, signOf(code, 'symbol'), ...prefixed];
}

/** Made when a sign is first looked up. */
let wordsBySign: Map<string, string[]> | null = null;

function makeWordsBySign(): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const code of Intl.supportedValuesOf('currency')) {
    const noun = scanTokens(nameOf.of(code) ?? '').at(-1)?.text ?? code;
    for (const sign of signsOf(code)) {
      words.set(sign, [...(words.get(sign) ?? []), code.toLowerCase(), stem(normalizeWord(noun))]);
    }
  }
  return words;
}

/** The code and the stem of the noun of each currency that the sign may stand for. */
export function wordsOfSign(sign: string): readonly string[] {
  wordsBySign ??= makeWordsBySign();
  return wordsBySign.get(sign) ?? [];
}
