import { foldWord, type ReadLanguage } from './language-words';

/** The numerals of a language, as folded words or parts of words. */
export interface ForeignNumerals {
  /** Of those that add up: ones, tens, and in Spanish hundreds. */
  values: ReadonlyMap<string, number>;
  /** Of those that multiply what is before them: hundred, thousand, million. */
  scales: ReadonlyMap<string, number>;
  /** Between tens and ones: "vingt et un", "treinta y uno", "einundzwanzig". */
  joiner: string;
  /** "pour" of "pour cent", which is no number. */
  beforePercent: string;
  /** Whether numerals are written as one word: "zweihundertfünf", "duecentocinque". */
  isJoined: boolean;
  /** Whether seventy is "soixante-dix" and eighty "quatre-vingts". */
  isVigesimal: boolean;
}

/** Values of the words, from `first` on in steps. */
const count = (words: string, first = 0, step = 1): [string, number][] =>
  words.split(' ').map((word, index) => [word, first + step * index]);

type Numerals = Omit<ForeignNumerals, 'values' | 'scales'> & { values: [string, number][]; hundreds: string };

const NUMERALS: Record<ReadLanguage, Numerals> = {
  de: {
    values: [
      ...count(
        'null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn',
      ),
      ...count('sechzehn siebzehn achtzehn neunzehn', 16),
      ...count('eins eine', 1, 0),
      ...count('zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig', 20, 10),
    ],
    hundreds: 'hundert',
    joiner: 'und',
    beforePercent: '',
    isJoined: true,
    isVigesimal: false,
  },
  fr: {
    values: [
      ...count(
        'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
      ),
      ['une', 1],
      ...count('vingt trente quarante cinquante soixante septante huitante nonante', 20, 10),
      ['vingts', 20],
    ],
    hundreds: 'cent cents',
    joiner: 'et',
    beforePercent: 'pour',
    isJoined: false,
    isVigesimal: true,
  },
  es: {
    values: [
      ...count(
        'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis',
      ),
      ...count('diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro', 17),
      ...count('veinticinco veintiseis veintisiete veintiocho veintinueve', 25),
      ...count('un una', 1, 0),
      ['veintiun', 21],
      ...count('treinta cuarenta cincuenta sesenta setenta ochenta noventa', 30, 10),
      ['cien', 100],
      ...count('ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos', 100, 100),
      ...count('ochocientos novecientos', 800, 100),
      ...count('doscientas trescientas cuatrocientas quinientas seiscientas setecientas', 200, 100),
      ...count('ochocientas novecientas', 800, 100),
    ],
    hundreds: '',
    joiner: 'y',
    beforePercent: 'por',
    isJoined: false,
    isVigesimal: false,
  },
  it: {
    values: [
      ...count('zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici'),
      ...count('quindici sedici diciassette diciotto diciannove', 15),
      ...count('un una', 1, 0),
      ...count('venti trenta quaranta cinquanta sessanta settanta ottanta novanta', 20, 10),
      ...count('vent trent quarant cinquant sessant settant ottant novant', 20, 10),
    ],
    hundreds: 'cento cent',
    joiner: '',
    beforePercent: 'per',
    isJoined: true,
    isVigesimal: false,
  },
};

const numerals = new Map<ReadLanguage, ForeignNumerals>();

/** The numerals of a language, made when they are first asked for. */
export function foreignNumerals(language: ReadLanguage): ForeignNumerals {
  const cached = numerals.get(language) ?? readNumerals(language);
  numerals.set(language, cached);
  return cached;
}

const POWERS = [1e3, 1e6, 1e9, 1e12];

function readNumerals(language: ReadLanguage): ForeignNumerals {
  const { values, hundreds, ...others } = NUMERALS[language];
  const format = new Intl.NumberFormat(language, { notation: 'compact', compactDisplay: 'long' });
  const powers = POWERS.flatMap((power) =>
    [power, 2 * power].flatMap((value): [string, number][] => {
      const name = format.formatToParts(value).find(({ type }) => type === 'compact')?.value ?? '';
      return /\s/.test(name) ? [] : [[foldWord(name), power]]; // "mil millones" is read as two
    }),
  );
  const ofHundreds = hundreds.split(' ').map((word): [string, number] => [word, 100]);
  return {
    ...others,
    values: new Map(values),
    scales: new Map([...ofHundreds, ...powers].filter(([word]) => word !== '')),
  };
}
