import { scanTokens, type Token } from '../base/tokens';
import { isEnglish } from '../text/language';
import { SCRIPT_SAMPLE, ScriptComparison } from '../text/scripts';
import { scanZones } from '../text/time-zones';
import { scanDurations } from '../values/durations';
import type { CalendarIndex } from './calendar-index';
import type { DateIndex } from './date-index';
import { EvidenceValues } from './evidence-values';
import { ForeignIndex } from './foreign-index';
import { findSettledEnd, type GrowingText, ScannedMentions } from './growing-text';
import { IdentifierIndex } from './identifier-index';
import { LinkIndex } from './link-index';
import type { NumberIndex } from './number-index';
import { RecordIndex } from './record-index';
import type { RelativeDayIndex } from './relative-day-index';
import { StatementIndex } from './statement-index';
import { TableIndex } from './table-index';
import type { TimeIndex } from './time-index';
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
  readonly links = new LinkIndex(this.log);
  readonly identifiers = new IdentifierIndex(this.words.tokens, this, this.log);
  readonly tables = new TableIndex(this);
  readonly records = new RecordIndex(this);
  readonly foreign = new ForeignIndex(this);
  readonly statements = new StatementIndex(this, this.log);
  readonly zones = new ScannedMentions(scanZones, this);
  readonly durations = new ScannedMentions(scanDurations, this);
  private readonly values = new EvidenceValues(this, this.words.tokens, this.log);
  private areValuesRead = false;
  private areValuesFollowed = false;
  /** Length of the complete lines that were read: tokens and links do not go beyond the end of a line. */
  private readLength = 0;
  private english: boolean | null = null;
  private comparison: ScriptComparison | null = null;

  /**
   * Sets the text to `lines`, which begin as those of the last call and end with a line break or are empty, and `rest`,
   * which the next call replaces. `isLast`: there is no next call.
   */
  grow(lines: string, rest: string, isLast = false): void {
    const { log, words, links } = this;
    log.undo();
    const added = lines.slice(this.readLength);
    words.addTokens(shift(scanTokens(added), this.readLength));
    links.addLines(added, this.readLength);
    this.readLength = lines.length;
    this.text = lines + rest;
    this.lines = isLast ? this.text : lines;
    this.settledEnd = isLast ? Number.POSITIVE_INFINITY : findSettledEnd(lines);
    this.english = null;
    if (lines.length < SCRIPT_SAMPLE) this.comparison = null;
    if (!isLast) log.begin();
    words.addTokens(shift(scanTokens(rest), lines.length));
    links.addLines(rest, lines.length);
    this.areValuesRead = false;
    if (this.areValuesFollowed) this.readValues();
  }

  /** Reads the values at every growth from here on, for what follows their lists. */
  followValues(): void {
    this.areValuesFollowed = true;
    this.readValues();
  }

  /** Reads on to the end of the text. Values of many a text are never asked for. */
  private readValues(): EvidenceValues {
    if (!this.areValuesRead) this.values.update();
    this.areValuesRead = true;
    return this.values;
  }

  tokensFrom(place: number): Token[] {
    return this.words.tokensFrom(place);
  }

  get numbers(): NumberIndex {
    return this.readValues().numbers;
  }

  get dates(): DateIndex {
    return this.readValues().dates;
  }

  get times(): TimeIndex {
    return this.readValues().times;
  }

  get calendar(): CalendarIndex {
    return this.readValues().calendar;
  }

  get relativeDays(): RelativeDayIndex {
    return this.readValues().relativeDays;
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
