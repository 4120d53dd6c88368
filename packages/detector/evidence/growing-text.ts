import type { Token } from '../base/tokens';
import type { Region } from '../text/regions';

/** Nothing that is read in evidence, with what has to be seen before and after it, is as many words long. */
const MAX_WORDS_READ_TOGETHER = 16;

/** A text that grows at its end. */
export interface GrowingText {
  readonly text: string;
  /** The beginning of the text that stays. Stored parts of it do not hold each `text` in memory. */
  readonly lines: string;
  /** What begins before this place stays the same when the text grows. */
  readonly settledEnd: number;
  /** The words of the whole text from a place on. */
  tokensFrom(place: number): Token[];
}

/** What a scan reads of a growing text. */
export type ScannedText = Pick<GrowingText, 'text' | 'lines' | 'settledEnd'>;

/** The first characters of a growing text. */
export class Beginning implements ScannedText {
  constructor(
    private readonly source: ScannedText,
    private readonly maxLength: number,
  ) {}

  get text(): string {
    return this.source.text.slice(0, this.maxLength);
  }

  get lines(): string {
    return this.source.lines.slice(0, this.maxLength);
  }

  get settledEnd(): number {
    return this.source.settledEnd;
  }
}

/** What was found in a text: what stays as it is when the text grows, and what may not. */
export interface Found<Mention> {
  settled: Mention[];
  open: Mention[];
}

/** Up to where a text of complete lines is read the same regardless of what follows. */
export function findSettledEnd(lines: string): number {
  let words = 0;
  for (let at = lines.length - 1; at > 0; at -= 1) {
    if (isBlank(lines.charCodeAt(at)) || !isBlank(lines.charCodeAt(at - 1))) continue;
    words += 1;
    if (words === MAX_WORDS_READ_TOGETHER) return at;
  }
  return 0;
}

/** White space of ASCII only: a number may have other spaces inside, any number of them. */
const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/**
 * Reads a growing text once: each time from where what has settled ends. `scan` finds what begins at `from` or later,
 * in order, as one pass over the whole text would.
 */
export class ResumedScan<Mention extends Region> {
  private from = 0;

  constructor(private readonly scan: (text: string, from: number) => Mention[]) {}

  next({ text, lines, settledEnd }: ScannedText): Found<Mention> {
    const mentions = this.scan(lines, this.from);
    const count = mentions.findIndex(({ start }) => start >= settledEnd);
    const settled = count === -1 ? mentions : mentions.slice(0, count);
    this.from = Math.max(this.from, settledEnd, settled.at(-1)?.end ?? 0);
    return { settled, open: this.scan(text, this.from) };
  }
}

/** All that a scan finds in a growing text, read on when it is first needed after the text has grown. */
export class ScannedMentions<Mention extends Region> {
  private readonly resumed: ResumedScan<Mention>;
  private readonly settled: Mention[] = [];
  private ofText: { text: string; mentions: readonly Mention[] } | null = null;

  constructor(
    scan: (text: string, from: number) => Mention[],
    private readonly source: ScannedText,
  ) {
    this.resumed = new ResumedScan(scan);
  }

  /** In order; the same list until the text grows. */
  get mentions(): readonly Mention[] {
    const { text } = this.source;
    if (this.ofText?.text !== text) {
      const { settled, open } = this.resumed.next(this.source);
      for (const mention of settled) this.settled.push(mention);
      this.ofText = { text, mentions: [...this.settled, ...open] };
    }
    return this.ofText?.mentions ?? [];
  }
}

/** Whether a pattern matches anywhere in a growing text. */
export class ResumedTest {
  private readonly pattern: RegExp;
  private from = 0;
  private isSettled = false;

  constructor(
    pattern: RegExp,
    private readonly source: GrowingText,
  ) {
    this.pattern = new RegExp(pattern, `${pattern.flags}g`);
  }

  matches(): boolean {
    if (this.isSettled) return true;
    const { text, settledEnd } = this.source;
    this.pattern.lastIndex = this.from;
    const match = this.pattern.exec(text);
    this.isSettled = match !== null && match.index < settledEnd;
    this.from = Math.max(this.from, settledEnd);
    return match !== null;
  }
}
