import type { FractionMention } from './argument-fractions';
import type { NumberMention } from './numbers';
import { scanTimes } from './times';
import { type Quantity, symbolAfter, unitOf } from './units';

/** "upcoming month", "a day": one of the unit without a number. */
const ONE_OF = /\b(?:an?|one|next|upcoming|coming|past|last|per)\s{1,2}(\p{L}{3,12})/giu;
const DESCRIBED_UNIT = /\b(?:in|of|as|to)\s\(?(?:the\s|total\s|whole\s)?(\p{L}{3,12})/giu;
/** A number with its unit, and what leads on to the next: "1h" of "1h30m", "2 hours and" of "2 hours and 5 minutes". */
const MEASURE_PART = /(\d{1,9}(?:\.\d{1,9})?)[\s-]?(\p{L}{1,12})(?:,?\s(?:and\s)?(?=\d))?/uy;
/** Days, hours, minutes and seconds as ISO 8601 writes them: "P1DT12H", "PT30M". */
const ISO_DURATION = /^P(\d{1,9}D)?(?:T((?:\d{1,9}[HMS]){1,3}))?$/;
const MOST_PARTS = 4;
const MOST_QUANTITIES = 200;
const MOST_TIMES = 12;
const LONGEST_TIMED = 20_000;
const NEAR = 14;
const MOST_MENTIONS = 5000;
const MINUTE = unitOf('minute') as Quantity;
const DAY = unitOf('day') as Quantity;
/** A thousandth covers rounding of what was converted, and little else. */
const TOLERANCE = 1e-3;

/** The quantities with units that a conversation states, to be found again in the unit a parameter asks for. */
export class StatedQuantities {
  private readonly quantities: Quantity[] = [];

  /** `mentions` are the numbers of the text, `fractions` those that it does not have as numbers. */
  constructor(text: string, mentions: readonly NumberMention[], fractions: readonly FractionMention[]) {
    this.addNumbersWithUnits(text, mentions);
    for (const { unit, value } of fractions) this.add(unitOf(unit), value);
    for (const [, word = ''] of text.matchAll(ONE_OF)) this.add(unitOf(word), 1);
    this.addSpansOfTime(text);
  }

  private add(unit: Quantity | null, count: number): void {
    if (unit !== null && this.quantities.length < MOST_QUANTITIES) {
      this.quantities.push({ dimension: unit.dimension, size: unit.size * count });
    }
  }

  /** Neighbours of one dimension are also added up: 5'11", "1 hour 30 minutes". */
  private addNumbersWithUnits(text: string, mentions: readonly NumberMention[]): void {
    let previous = { dimension: -1, size: 0, end: 0 };
    for (const mention of mentions.slice(0, MOST_MENTIONS)) {
      const unit = unitOf(symbolAfter(text, mention));
      if (unit === null) continue;
      for (const value of mention.values) this.add(unit, value);
      const quantity = { dimension: unit.dimension, size: unit.size * (mention.values[0] ?? 0) };
      const isNear = mention.start - previous.end < NEAR;
      if (isNear && previous.dimension === unit.dimension)
        this.add(quantity, 1 + previous.size / quantity.size);
      previous = { ...quantity, end: mention.end };
    }
  }

  /** From one time of day to another. */
  private addSpansOfTime(text: string): void {
    const readings = scanTimes(text.slice(0, LONGEST_TIMED))
      .slice(0, MOST_TIMES)
      .map((time) => time.readings);
    readings.forEach((from, index) => {
      for (const to of readings.slice(index + 1).flat()) {
        for (const minute of from) if (to > minute) this.add(MINUTE, to - minute);
      }
    });
  }

  /** Whether the number of units of time, such as "day", is one of the quantities: 14 days as "two weeks". */
  hasTime(count: number, unitName: string): boolean {
    const unit = unitOf(unitName);
    return (
      unit !== null &&
      this.quantities.some(
        ({ dimension, size }) => dimension === unit.dimension && size === count * unit.size,
      )
    );
  }

  /** Whether `value`, in a unit that the name or the description of its parameter names, is one of the quantities. */
  hasConverted(value: number, nameWords: readonly string[], description: string): boolean {
    const named = nameWords.filter((word) => word.length > 1);
    const described = [...description.matchAll(DESCRIBED_UNIT)].map(([, word = '']) => word);
    for (const word of [...named, ...described]) {
      const unit = unitOf(word);
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
    return this.quantities.some(
      (known) =>
        known.dimension === unit.dimension && Math.abs(known.size - size) <= TOLERANCE * Math.abs(size),
    );
  }
}

/** "30 minutes", "1h30m", "PT90M": one number with its unit, or a few of one dimension; null for any other text. */
function readMeasure(text: string): Quantity | null {
  const [, days = '', clock = ''] = ISO_DURATION.exec(text) ?? [];
  const parts = days + clock || text;
  let sum: Quantity | null = clock === '' ? null : { ...MINUTE, size: 0 };
  let end = 0;
  for (let count = 0; end < parts.length && count < MOST_PARTS; count += 1) {
    MEASURE_PART.lastIndex = end;
    const [part = '', value, name = ''] = MEASURE_PART.exec(parts) ?? [];
    const unit = unitOfPart(name, sum?.dimension === MINUTE.dimension);
    if (unit === null || (sum !== null && sum.dimension !== unit.dimension)) return null;
    sum = { dimension: unit.dimension, size: (sum?.size ?? 0) + Number(value) * unit.size };
    end += part.length;
  }
  return end === parts.length ? sum : null;
}

/** "d" is a day here, and "m" beside hours a minute. */
function unitOfPart(name: string, isOfTime: boolean): Quantity | null {
  const letter = name.toLowerCase();
  if (letter === 'd') return DAY;
  return letter === 'm' && isOfTime ? MINUTE : unitOf(name);
}
