import type { GrowingText } from '../evidence/growing-text';
import { ScanFollower } from '../evidence/scan-follower';
import type { UndoLog } from '../evidence/undo-log';
import { listWordsOfSign } from '../gazetteers/currencies';
import { createScan, type WrittenRegion } from '../text/regions';

/** "€", "US$", and abbreviations in letters next to a figure: "40 zł", "Rp 5.000". */
const SIGN = /[A-Z]{0,3}\p{Sc}|(?<!\p{L})\p{L}{2,4}(?=\s?\d)|(?<=\d\s?)\p{L}{2,4}(?!\p{L})/gu;

/** The currencies that signs in a growing text represent. */
export class CurrencySigns {
  private readonly stems = new Set<string>();
  private readonly scan: ScanFollower<WrittenRegion>;

  constructor(source: GrowingText, log: UndoLog) {
    this.scan = new ScanFollower(source, log, createScan(SIGN), ({ text: sign }) => {
      for (const stemOfSign of listWordsOfSign(sign)) log.add(this.stems, stemOfSign);
    });
  }

  /** Whether a sign represents the word with the stem: "eur" and "euro" for "€40". */
  mean(wordStem: string): boolean {
    this.scan.update();
    return this.stems.has(wordStem);
  }
}
