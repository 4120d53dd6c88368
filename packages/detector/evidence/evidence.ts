import { scanTokens, type Token } from '../base/tokens';
import { isEnglish } from '../text/language';
import { SCRIPT_SAMPLE, ScriptComparison } from '../text/scripts';
import { CalendarIndex } from './calendar-index';
import { DateIndex } from './date-index';
import { ForeignIndex } from './foreign-index';
import { findSettledEnd, type GrowingText } from './growing-text';
import { IdentifierIndex } from './identifier-index';
import { LinkIndex } from './link-index';
import { NumberIndex } from './number-index';
import { RecordIndex } from './record-index';
import { RelativeDayIndex } from './relative-day-index';
import { StatementIndex } from './statement-index';
import { TableIndex } from './table-index';
import { TimeIndex } from './time-index';
import { UndoLog } from './undo-log';
import { WordIndex } from './word-index';

/** What a reply may rely on, indexed once and then asked by every check. It grows with its conversation. */
export class Evidence implements GrowingText {
  text = '';
  lines = '';
  settledEnd = 0;
  /** Of what is known of the text, here and in what is indexed further. */
  readonly log = new UndoLog();
  readonly words = new WordIndex(this, this.log);
  readonly numbers = new NumberIndex(this, this.log);
  readonly dates = new DateIndex(this, this.numbers, this.log);
  readonly times = new TimeIndex(this, this.numbers, this.dates, this.log);
  readonly links = new LinkIndex(this.log);
  readonly identifiers = new IdentifierIndex(this.words.tokens, this, this.log);
  readonly calendar = new CalendarIndex(this, this.dates);
  readonly relativeDays = new RelativeDayIndex(this, this.dates);
  readonly tables = new TableIndex(this);
  readonly records = new RecordIndex(this);
  readonly foreign = new ForeignIndex(this);
  readonly statements = new StatementIndex(this, this.log);
  /** Length of the complete lines that were read: tokens and links do not go beyond the end of a line. */
  private readLength = 0;
  private openTokens: Token[] = [];
  private english: boolean | null = null;
  private comparison: ScriptComparison | null = null;

  /**
   * Sets the text to `lines`, which begin as those of the last call and end with a line break or are empty, and `rest`,
   * which the next call replaces. `isLast`: there is no next call.
   */
  grow(lines: string, rest: string, isLast = false): void {
    const { log, words, numbers, dates, times, links } = this;
    log.undo();
    const added = lines.slice(this.readLength);
    const addedTokens = shift(scanTokens(added), this.readLength);
    words.addTokens(addedTokens);
    for (const token of addedTokens) numbers.addToken(token);
    links.addLines(added, this.readLength);
    this.readLength = lines.length;
    this.openTokens = shift(scanTokens(rest), lines.length);
    this.text = lines + rest;
    this.lines = isLast ? this.text : lines;
    this.settledEnd = isLast ? Number.POSITIVE_INFINITY : findSettledEnd(lines);
    this.english = null;
    if (lines.length < SCRIPT_SAMPLE) this.comparison = null;
    const addOpen = [numbers.grow(), dates.grow(), times.grow()];
    if (!isLast) log.begin();
    for (const add of addOpen) add();
    words.addTokens(this.openTokens);
    for (const token of this.openTokens) numbers.addToken(token);
    links.addLines(rest, lines.length);
    this.openTokens = [];
  }

  tokensFrom(place: number): Token[] {
    const open = this.openTokens.filter(({ start }) => start >= place);
    return [...this.words.tokensFrom(place), ...open];
  }

  get isEnglish(): boolean {
    this.english ??= isEnglish(this.text);
    return this.english;
  }

  get scripts(): ScriptComparison {
    this.comparison ??= new ScriptComparison(this.text);
    return this.comparison;
  }
}

/** Indexes `text` as evidence that does not grow. */
export function indexEvidence(text: string): Evidence {
  const evidence = new Evidence();
  evidence.grow('', text, true);
  return evidence;
}

function shift(tokens: Token[], by: number): Token[] {
  for (const token of tokens) {
    token.start += by;
    token.end += by;
  }
  return tokens;
}
