import { normalizeWord, scanTokens, stem } from '../base/tokens';

/** The noun of a currency by its sign, its code and the names that texts use. */
export const currencyNouns: Readonly<Record<string, string>> = {
  ...{ $: 'dollar', usd: 'dollar', dollar: 'dollar', '€': 'euro', eur: 'euro', euro: 'euro', '£': 'pound' },
  ...{ gbp: 'pound', '¥': 'yen', jpy: 'yen', yen: 'yen', cny: 'yuan', rmb: 'yuan', yuan: 'yuan' },
  ...{
    '₹': 'rupee',
    inr: 'rupee',
    rupee: 'rupee',
    chf: 'franc',
    franc: 'franc',
    '₽': 'rouble',
    rub: 'rouble',
  },
  ...{ peso: 'peso', mxn: 'peso', krona: 'crown', crown: 'crown', won: 'won', '₩': 'won' },
};

const LONE_SIGN = /^\p{Sc}$/u;

const nameOf = new Intl.DisplayNames('en', { type: 'currency' });

function findSign(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay });
  return format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** "C$" and "US$" distinguish one dollar from the others by the beginning of its code, which Unicode does for few. */
function listSigns(code: string): string[] {
  const narrow = findSign(code, 'narrowSymbol');
  const prefixed = LONE_SIGN.test(narrow) ? [1, 2, 3].map((length) => code.slice(0, length) + narrow) : [];
  return [narrow, findSign(code, 'symbol'), ...prefixed];
}

/** Made when a sign is first looked up. */
let wordsBySign: Map<string, string[]> | null = null;

function buildWordsBySign(): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const code of Intl.supportedValuesOf('currency')) {
    const noun = scanTokens(nameOf.of(code) ?? '').at(-1)?.text ?? code;
    for (const sign of listSigns(code)) {
      words.set(sign, [...(words.get(sign) ?? []), code.toLowerCase(), stem(normalizeWord(noun))]);
    }
  }
  return words;
}

/** The code and the stem of the noun of each currency that the sign may represent. */
export function listWordsOfSign(sign: string): readonly string[] {
  wordsBySign ??= buildWordsBySign();
  return wordsBySign.get(sign) ?? [];
}
