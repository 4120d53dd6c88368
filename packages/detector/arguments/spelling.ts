import { normalizeWord } from '../base/tokens';
import type { GrowingText } from '../evidence/growing-text';
import type { UndoLog } from '../evidence/undo-log';
import { stripPunctuation } from './value-words';

const MAX_READ = 60_000;
const MAX_SQUEEZED = 30_000;
const GRAM = 3;

/** The beginning of a conversation without what spellings differ in: white space, quotation marks and signs of multiplication. */
export class Spelling {
  /** At most 30,000 characters. */
  private squeezed = '';
  /** Its letters and digits. */
  private bare = '';
  /** Every three characters in a row of `squeezed`: most of what it lacks is known without a search. */
  private readonly grams = new Set<string>();
  /** Up to where the text was read that stays. */
  private position = 0;
  private readonly update: () => void;

  constructor(
    source: GrowingText,
    private readonly log: UndoLog,
  ) {
    this.update = log.oncePerTrial(() => {
      const text = source.text.slice(0, MAX_READ);
      // White space is before that place, so that the pieces are squeezed as the whole would be.
      const end = Math.max(this.position, Math.min(source.settledEnd, text.length));
      log.keep(() => this.append(text.slice(this.position, end)));
      this.position = end;
      this.append(text.slice(end));
    });
  }

  private append(text: string): void {
    const { squeezed, bare } = this;
    const added = squeeze(text).slice(0, MAX_SQUEEZED - squeezed.length);
    if (added === '') return;
    this.log.record(() => {
      this.squeezed = squeezed;
      this.bare = bare;
    });
    this.squeezed += added;
    this.bare += stripPunctuation(added);
    const tail = this.squeezed.slice(Math.max(0, squeezed.length - GRAM + 1));
    for (let at = 0; at + GRAM <= tail.length; at += 1) this.log.add(this.grams, tail.slice(at, at + GRAM));
  }

  /** Whether there is more of the conversation than is known here. */
  get isCut(): boolean {
    this.update();
    return this.squeezed.length === MAX_SQUEEZED;
  }

  /** Whether the text occurs in some spelling. */
  has(text: string): boolean {
    this.update();
    const squeezed = squeeze(text);
    return this.hasGramsOf(squeezed) && this.squeezed.includes(squeezed);
  }

  /** Whether the letters and digits of the text occur in a row. */
  hasBare(text: string): boolean {
    this.update();
    return this.bare.includes(stripPunctuation(squeeze(text)));
  }

  private hasGramsOf(squeezed: string): boolean {
    for (let at = 0; at + GRAM <= squeezed.length; at += 1) {
      if (!this.grams.has(squeezed.slice(at, at + GRAM))) return false;
    }
    return true;
  }
}

function squeeze(text: string): string {
  return normalizeWord(text)
    .replaceAll('**', '^')
    .replace(/[\s*"'`“”‘’\\]+/g, '');
}
