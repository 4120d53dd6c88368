import { weekdays } from '../gazetteers/calendar-names';
import type { StructuredField } from '../text/structured-data';
import { parseMinutes } from '../text/weekdays';
import { Follower, type UndoLog } from './undo-log';
import type { WordTable } from './word-table';

/** A field of structured data with the unit that holds its value. */
export interface IndexedField {
  field: StructuredField;
  unit: number;
  /** For each word of its name, inner key last, the word and the joined forms it is part of: "fi", "wifi". */
  name: number[][];
}

/** Times of opening and closing by day of the week. */
export type Hours = ReadonlyMap<string, ReadonlySet<number>>;

const MAX_FIELDS = 20;

/** The first fields whose name has a stem. */
export class FieldsOfStem {
  private readonly fields = new Map<number, number[]>();
  private readonly follower: Follower<IndexedField>;

  constructor(fields: readonly IndexedField[], table: WordTable, log: UndoLog) {
    this.follower = new Follower(fields, log, ({ name }, index) => {
      for (const id of new Set(name.flat())) {
        if (!table.isContent[id]) continue;
        const stem = table.stems[id] as number;
        const same = this.fields.get(stem);
        if (same === undefined) log.set(this.fields, stem, [index]);
        else if (same.length < MAX_FIELDS) log.push(same, index);
      }
    });
  }

  find(stem: number): readonly number[] | undefined {
    this.follower.update();
    return this.fields.get(stem);
  }
}

/** The hours that fields named after a day of the week hold. */
export class HoursByDay {
  private readonly hours = new Map<string, ReadonlySet<number>>();
  private readonly follower: Follower<IndexedField>;

  constructor(fields: readonly IndexedField[], log: UndoLog) {
    this.follower = new Follower(fields, log, ({ field }) => {
      const day = field.path.at(-1)?.toLowerCase() ?? '';
      if (!weekdays.includes(day)) return;
      const times = field.value.split(/\s*[-–]\s*/).map(parseMinutes);
      log.set(this.hours, day, new Set(times.filter((time) => time !== null)));
    });
  }

  all(): Hours {
    this.follower.update();
    return this.hours;
  }
}
