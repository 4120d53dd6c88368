import { normalizeWord, scanTokens, stem } from '../base/tokens';

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

/** Other names and signs of currencies that texts use. */
const NICKNAMES: Readonly<Record<string, string>> = {
  ...{ bucks: 'USD', quid: 'GBP', sterling: 'GBP', rmb: 'CNY', renminbi: 'CNY', rs: 'INR', rouble: 'RUB' },
  ...{
    roubles: 'RUB',
    crown: 'SEK NOK DKK ISK CZK',
    crowns: 'SEK NOK DKK ISK CZK',
    rupees: 'INR PKR LKR NPR',
  },
  ...{ złoty: 'PLN', złotych: 'PLN', koruny: 'CZK', korun: 'CZK', zloty: 'PLN', kroner: 'NOK DKK' },
};
/** Last words of names that are English words too: what they count is money only with the name of the country. */
const OTHER_NOUNS = new Set(['real', 'reals', 'won', 'mark', 'marks', 'sol', 'sols', 'unit', 'units', 'lei']);

/** Signs of letters alone, such as "Le", are words of some language, but for these. */
const IS_SIGN = /\p{Sc}|[^\0-~]|^(?:kr|Ft|Rs)$/u;

/** Made when a currency is first looked up. */
let codesByName: Map<string, string[]> | null = null;

function buildCodesByName(): Map<string, string[]> {
  const codes = new Map<string, string[]>();
  const add = (name: string, code: string): void => {
    const cached = codes.get(name) ?? [];
    if (!cached.includes(code)) codes.set(name, [...cached, code]);
  };
  for (const code of Intl.supportedValuesOf('currency')) {
    for (const name of [code, ...listSigns(code).filter((sign) => IS_SIGN.test(sign))]) add(name, code);
    for (const name of [nameOf.of(code) ?? code, ...[1, 2].map((amount) => findName(code, amount))]) {
      const words = name.toLowerCase().split(' ');
      const noun = words.at(-1) as string;
      add(words.join(' '), code);
      if (!OTHER_NOUNS.has(noun) && words.length > 1) add(noun, code);
    }
    if (!isWord(code)) add(code.toLowerCase(), code);
  }
  for (const [name, ofName] of Object.entries(NICKNAMES)) {
    for (const code of ofName.split(' ')) add(name, code);
  }
  return codes;
}

const findName = (currency: string, amount: number): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(amount)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/** Codes that are no code in lower case. */
const isWord = (code: string): boolean =>
  /^(?:ALL|TOP|TRY|CUP|GEL|PEN|BAM|LAK|MAD|RON|SOS|MOP|COP|BAN)$/.test(code);

/** The codes of the currencies that a sign, a code or an English name in lower case may represent; none for others. */
export function listCurrencies(name: string): readonly string[] {
  codesByName ??= buildCodesByName();
  return codesByName.get(name) ?? [];
}

/** Hundredths of currencies, by their names in English, German, French, Spanish and Italian. */
const MINOR_UNITS: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['cent cents ct cts ¢', 'EUR USD CAD AUD NZD SGD HKD ZAR'],
    ['penny pence', 'GBP'],
    ['rappen', 'CHF'],
    ['centime centimes', 'CHF EUR'],
    ['céntimo céntimos centesimi centesimo', 'EUR'],
    ['centavo centavos', 'MXN BRL ARS COP CLP'],
    ['grosz grosze groszy', 'PLN'],
    ['paisa paise', 'INR PKR NPR'],
    ['kopek kopeks kopeck kopecks', 'RUB'],
  ].flatMap(([names = '', codes = '']) =>
    names.split(' ').map((name): [string, string[]] => [name, codes.split(' ')]),
  ),
);

/** The codes of the currencies of which a word in lower case names a hundredth; none for others. */
export const listMinorCurrencies = (name: string): readonly string[] => MINOR_UNITS.get(name) ?? [];

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
