import { normalizeWord, scanTokens, stem } from '../../../platform/text/tokens';
import { type GrowingText, scanFor, type WrittenRegion } from '../evidence/growing-text';
import { ScanFollower } from '../evidence/scan-follower';
import type { UndoLog } from '../evidence/undo-log';
import { once } from '../once';

/** "€", "US$", and abbreviations in letters beside a figure: "40 zł", "Rp 5.000". */
const SIGN = /[A-Z]{0,3}\p{Sc}|(?<!\p{L})\p{L}{2,4}(?=\s?\d)|(?<=\d\s?)\p{L}{2,4}(?!\p{L})/gu;
const LONE_SIGN = /^\p{Sc}$/u;

const nameOf = new Intl.DisplayNames('en', { type: 'currency' });

function signOf(currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay });
  return format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? currency;
}

/** "C$" and "US$" tell one dollar from the others by the beginning of its code, which Unicode does for few. */
function signsOf(code: string): string[] {
  const narrow = signOf(code, 'narrowSymbol');
  const prefixed = LONE_SIGN.test(narrow) ? [1, 2, 3].map((length) => code.slice(0, length) + narrow) : [];
  return [narrow, signOf(code, 'symbol'), ...prefixed];
}

/** For a sign, the code and the stem of the noun of each currency that it may stand for. */
const wordsBySign = once(() => {
  const words = new Map<string, string[]>();
  for (const code of Intl.supportedValuesOf('currency')) {
    const noun = scanTokens(nameOf.of(code) ?? '').at(-1)?.text ?? code;
    for (const sign of signsOf(code)) {
      words.set(sign, [...(words.get(sign) ?? []), code.toLowerCase(), stem(normalizeWord(noun))]);
    }
  }
  return words;
});

/** What the signs of currencies in a growing text stand for. */
export class CurrencySigns {
  private readonly stems = new Set<string>();
  private readonly scan: ScanFollower<WrittenRegion>;

  constructor(source: GrowingText, log: UndoLog) {
    this.scan = new ScanFollower(source, log, scanFor(SIGN), ({ text: sign }) => {
      for (const stemOfSign of wordsBySign().get(sign) ?? []) log.add(this.stems, stemOfSign);
    });
  }

  /** Whether a sign stands for the word with the stem: "eur" and "euro" for "€40". */
  mean(wordStem: string): boolean {
    this.scan.update();
    return this.stems.has(wordStem);
  }
}
