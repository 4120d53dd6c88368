import type { Evidence } from '../evidence/evidence';
import { ScanFollower } from '../evidence/scan-follower';
import { Follower, type UndoLog } from '../evidence/undo-log';
import { parseUnit, type Quantity } from '../gazetteers/units';
import { createScan } from '../text/regions';
import type { Fractions } from './fractions';
import { MAX_QUANTITIES, MeasuredNumbers, multiply, sumNeighbors } from './measured-numbers';

/** "upcoming month", "a day": one of the unit without a number. */
const ONE_OF = /\b(?:an?|one|next|upcoming|coming|past|last|per)\s{1,2}\p{L}{3,12}/giu;
const LAST_WORD = /\p{L}+$/u;
const DESCRIBED_UNIT = /\b(?:in|of|as|to)\s\(?(?:the\s|total\s|whole\s)?(\p{L}{3,12})/giu;
/** A number with its unit, and what leads on to the next: "1h" of "1h30m", "2 hours and" of "2 hours and 5 minutes". */
const MEASURE_PART = /(\d{1,9}(?:\.\d{1,9})?)[\s-]?(\p{L}{1,12})(?:,?\s(?:and\s)?(?=\d))?/uy;
/** Days, hours, minutes and seconds as ISO 8601 writes them: "P1DT12H", "PT30M". */
const ISO_DURATION = /^P(\d{1,9}D)?(?:T((?:\d{1,9}[HMS]){1,3}))?$/;
const MAX_PARTS = 4;
const MAX_TIMES = 12;
const MAX_TIME_OFFSET = 20_000;
const MINUTE = parseUnit('minute') as Quantity;
const DAY = parseUnit('day') as Quantity;
/** A thousandth covers rounding of what was converted, and little else. */
const TOLERANCE = 1e-3;

/** The quantities with units that a conversation states, to be found again in the unit a parameter asks for. */
export class StatedQuantities {
  private readonly inDigits: MeasuredNumbers;
  private readonly inWords: MeasuredNumbers;
  private readonly ofFractions: Quantity[] = [];
  private readonly ofOne: Quantity[] = [];
  private readonly all: () => readonly Quantity[];

  constructor(
    private readonly source: Evidence,
    private readonly fractions: Fractions,
    log: UndoLog,
  ) {
    this.inDigits = new MeasuredNumbers(source.numbers.inDigits, source, fractions, log);
    this.inWords = new MeasuredNumbers(source.numbers.inWords, source, fractions, log);
    const add = (quantities: Quantity[], unit: Quantity | null, count: number): void => {
      if (unit !== null && quantities.length < MAX_QUANTITIES) log.push(quantities, multiply(unit, count));
    };
    const followers = [
      this.inDigits.follower,
      this.inWords.follower,
      new Follower(fractions.list, log, ({ unit, value, isMeasured }) => {
        if (isMeasured) add(this.ofFractions, parseUnit(unit), value);
      }),
      new ScanFollower(source, log, createScan(ONE_OF), ({ start, text }) => {
        if (!fractions.cover(start)) add(this.ofOne, parseUnit(LAST_WORD.exec(text)?.[0] ?? ''), 1);
      }),
    ];
    this.all = log.oncePerTrial(() => {
      fractions.update();
      for (const follower of followers) follower.update();
      return this.join();
    });
  }

  /** Each kind by itself; only the last number in digits and the first in words may be neighbors: "one hour 30 minutes". */
  private join(): Quantity[] {
    const { inDigits, inWords, ofFractions, ofOne } = this;
    const sum = sumNeighbors(inDigits.last, inWords.first);
    return [
      ...inDigits.quantities,
      ...(sum === null ? [] : [sum]),
      ...inWords.quantities,
      ...ofFractions,
      ...ofOne,
      ...this.spansOfTime(),
    ].slice(0, MAX_QUANTITIES);
  }

  /** From one time of day to another. */
  private spansOfTime(): Quantity[] {
    const readings: number[][] = [];
    for (const time of this.source.times.mentions) {
      if (time.start >= MAX_TIME_OFFSET || readings.length === MAX_TIMES) break;
      if (!this.fractions.cover(time.start)) readings.push(time.readings);
    }
    return readings.flatMap((from, index) =>
      readings
        .slice(index + 1)
        .flat()
        .flatMap((to) => from.filter((minute) => to > minute).map((minute) => multiply(MINUTE, to - minute))),
    );
  }

  /** Whether the number of units of time, such as "day", is one of the quantities: 14 days as "two weeks". */
  hasTime(count: number, unitName: string): boolean {
    const unit = parseUnit(unitName);
    return (
      unit !== null &&
      this.all().some(({ dimension, size }) => dimension === unit.dimension && size === count * unit.size)
    );
  }

  /** Whether `value`, in a unit that the name or the description of its parameter names, is one of the quantities. */
  hasConverted(value: number, nameWords: readonly string[], description: string): boolean {
    const unitWords = nameWords.filter((word) => word.length > 1);
    const described = [...description.matchAll(DESCRIBED_UNIT)].map(([, word = '']) => word);
    for (const word of [...unitWords, ...described]) {
      const unit = parseUnit(word);
      if (unit !== null && this.has(value, unit)) return true;
    }
    return false;
  }

  /** Whether a text that is a number with its unit, or a sum of such, is one of the quantities: "30 minutes" as "half an hour". */
  hasMeasure(text: string): boolean {
    const measure = readMeasure(text);
    return measure !== null && this.has(1, measure);
  }

  private has(count: number, unit: Quantity): boolean {
    const size = count * unit.size;
    return this.all().some(
      (quantity) =>
        quantity.dimension === unit.dimension && Math.abs(quantity.size - size) <= TOLERANCE * Math.abs(size),
    );
  }
}

/** "30 minutes", "1h30m", "PT90M": one number with its unit, or a few of one dimension; null for any other text. */
function readMeasure(text: string): Quantity | null {
  const [, days = '', clock = ''] = ISO_DURATION.exec(text) ?? [];
  const parts = days + clock || text;
  let sum: Quantity | null = clock === '' ? null : { ...MINUTE, size: 0 };
  let end = 0;
  for (let count = 0; end < parts.length && count < MAX_PARTS; count += 1) {
    MEASURE_PART.lastIndex = end;
    const [part = '', value, name = ''] = MEASURE_PART.exec(parts) ?? [];
    const unit = parsePartUnit(name, sum?.dimension === MINUTE.dimension);
    if (unit === null || (sum !== null && sum.dimension !== unit.dimension)) return null;
    sum = { dimension: unit.dimension, size: (sum?.size ?? 0) + Number(value) * unit.size };
    end += part.length;
  }
  return end === parts.length ? sum : null;
}

/** "d" is a day here, and "m" after hours a minute. */
function parsePartUnit(name: string, isOfTime: boolean): Quantity | null {
  const letter = name.toLowerCase();
  if (letter === 'd') return DAY;
  return letter === 'm' && isOfTime ? MINUTE : parseUnit(name);
}
