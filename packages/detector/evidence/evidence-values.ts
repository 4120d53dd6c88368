import type { Token } from '../base/tokens';
import { CalendarIndex } from './calendar-index';
import { DateIndex } from './date-index';
import type { GrowingText } from './growing-text';
import { NumberIndex } from './number-index';
import { RelativeDayIndex } from './relative-day-index';
import { TimeIndex } from './time-index';
import { Follower, type UndoLog } from './undo-log';

/** The numbers, dates and times of the evidence. */
export class EvidenceValues {
  readonly numbers: NumberIndex;
  readonly dates: DateIndex;
  readonly times: TimeIndex;
  readonly calendar: CalendarIndex;
  readonly relativeDays: RelativeDayIndex;
  private readonly tokens: Follower<Token>;

  constructor(
    source: GrowingText,
    tokens: readonly Token[],
    private readonly log: UndoLog,
  ) {
    this.numbers = new NumberIndex(source, log);
    this.dates = new DateIndex(source, this.numbers, log);
    this.times = new TimeIndex(source, this.numbers, this.dates, log);
    this.calendar = new CalendarIndex(source, this.dates);
    this.relativeDays = new RelativeDayIndex(source, this.dates);
    this.tokens = new Follower(tokens, log, (token) => this.numbers.addToken(token));
  }

  /** Reads on in the text, once after each time that it has grown. */
  update(): void {
    const { numbers, dates, times, log } = this;
    let addOpen: (() => void)[] = [];
    log.keep(() => {
      addOpen = [numbers.grow(), dates.grow(), times.grow()];
    });
    for (const add of addOpen) add();
    this.tokens.update();
  }
}
