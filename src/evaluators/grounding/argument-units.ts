import type { NumberMention } from './numbers';
import { scanTimes } from './times';

/** Size of each unit in the first one of its dimension: seconds, metres, grams, litres, square metres, bytes, radians. */
const DIMENSIONS: Record<string, number>[] = [
  {
    second: 1,
    millisecond: 1e-3,
    minute: 60,
    hour: 3600,
    day: 86_400,
    week: 604_800,
    month: 2_592_000,
    year: 31_536_000,
  },
  {
    meter: 1,
    metre: 1,
    millimeter: 1e-3,
    centimeter: 1e-2,
    kilometer: 1e3,
    inch: 0.0254,
    foot: 0.3048,
    yard: 0.9144,
    mile: 1609.344,
  },
  { gram: 1, milligram: 1e-3, kilogram: 1e3, tonne: 1e6, ounce: 28.349_523_125, pound: 453.592_37 },
  { liter: 1, litre: 1, milliliter: 1e-3, gallon: 3.785_411_784, cup: 0.236_588_236_5 },
  { byte: 1, kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9, terabyte: 1e12 },
  { radian: 1, degree: Math.PI / 180, pi: Math.PI },
];
const SYMBOLS: Record<string, string> = {
  s: 'second',
  sec: 'second',
  ms: 'millisecond',
  min: 'minute',
  h: 'hour',
  hr: 'hour',
  m: 'meter',
  mm: 'millimeter',
  cm: 'centimeter',
  km: 'kilometer',
  kilometre: 'kilometer',
  "'": 'foot',
  '’': 'foot',
  ft: 'foot',
  feet: 'foot',
  '"': 'inch',
  '”': 'inch',
  inche: 'inch',
  in: 'inch',
  mi: 'mile',
  g: 'gram',
  mg: 'milligram',
  kg: 'kilogram',
  oz: 'ounce',
  lb: 'pound',
  l: 'liter',
  ml: 'milliliter',
  kb: 'kilobyte',
  mb: 'megabyte',
  gb: 'gigabyte',
  tb: 'terabyte',
  '°': 'degree',
  π: 'pi',
};
/** "upcoming month", "a day": one of the unit without a number. */
const ONE_OF = /\b(?:an?|one|next|upcoming|coming|past|last|per)\s{1,2}(\p{L}{3,12})/giu;
const UNIT_AFTER = /^[\s-]{0,2}(?:(\p{L}{1,12})(?!\p{L})|(['’"”°π]))/u;
const DESCRIBED_UNIT = /\b(?:in|of|as|to)\s\(?(?:the\s|total\s|whole\s)?(\p{L}{3,12})/giu;
const MOST_QUANTITIES = 200;
const MOST_TIMES = 12;
const LONGEST_TIMED = 20_000;
const NEAR = 14;
const MOST_MENTIONS = 5000;
/** A thousandth covers rounding of what was converted, and little else. */
const TOLERANCE = 1e-3;

interface Quantity {
  dimension: number;
  /** In the first unit of the dimension. */
  size: number;
}

/** The dimension and the size of a unit by its name, plural or symbol; null for other words. */
function unitOf(word: string): Quantity | null {
  const lower = word.toLowerCase();
  const singular = lower.length > 2 ? lower.replace(/s$/, '') : lower;
  const name = SYMBOLS[lower] ?? SYMBOLS[singular] ?? singular;
  const dimension = DIMENSIONS.findIndex((units) => Object.hasOwn(units, name));
  return dimension === -1 ? null : { dimension, size: DIMENSIONS[dimension]?.[name] as number };
}

/** The word or symbol after a number; a letter that was read as a scale ("12 m") may be a symbol too. */
function symbolAfter(text: string, { start, end, text: written }: NumberMention): string {
  const letter = /\d\s?([a-z]{1,2})$/i.exec(written);
  const from = letter === null ? end : start + letter.index + 1;
  const [, word, symbol] = UNIT_AFTER.exec(text.slice(from, from + 16)) ?? [];
  return word ?? symbol ?? '';
}

/** The quantities with units that a conversation states, to be found again in the unit a parameter asks for. */
export class StatedQuantities {
  private readonly quantities: Quantity[] = [];

  /** `mentions` are the numbers of the text. */
  constructor(text: string, mentions: NumberMention[]) {
    this.addNumbersWithUnits(text, mentions);
    for (const [, word = ''] of text.matchAll(ONE_OF)) this.add(unitOf(word), 1);
    this.addSpansOfTime(text);
  }

  private add(unit: Quantity | null, count: number): void {
    if (unit !== null && this.quantities.length < MOST_QUANTITIES) {
      this.quantities.push({ dimension: unit.dimension, size: unit.size * count });
    }
  }

  /** Neighbours of one dimension are also added up: 5'11", "1 hour 30 minutes". */
  private addNumbersWithUnits(text: string, mentions: NumberMention[]): void {
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
        for (const minute of from) if (to > minute) this.add(unitOf('minute'), to - minute);
      }
    });
  }

  /** Whether `value`, in a unit that the description of its parameter names, is one of the quantities. */
  hasConverted(value: number, description: string): boolean {
    for (const [, word = ''] of description.matchAll(DESCRIBED_UNIT)) {
      const unit = unitOf(word);
      if (unit === null) continue;
      const size = value * unit.size;
      if (
        this.quantities.some(
          (known) =>
            known.dimension === unit.dimension && Math.abs(known.size - size) <= TOLERANCE * Math.abs(size),
        )
      )
        return true;
    }
    return false;
  }
}
