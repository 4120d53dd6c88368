import type { Evidence } from '../evidence/evidence';
import type { Step } from '../values/arithmetic';
import { type Amount, convert, isSameUnit, type MeasuredNumber } from '../values/quantities';

/** What a number that was worked out from others is next to. */
export interface RecentNumbers {
  measured: MeasuredNumber;
  before: string;
  after: string;
  /** Numbers of the sentence before it and of the same one, up to it, that the evidence has or that were worked out. */
  recent: readonly Amount[];
}

/** Steps from the numbers right before, and those from other numbers, of which a random one may be a result. */
export interface RecentSteps {
  ofRecent: Step[];
  ofSeries: Step[];
}

const RESTS = /\b(?:left|leav(?:es?|ing)|remain\w*|still|rest|balance|available|free)\b/i;
const COMPARES =
  /\b(?:sav(?:es?|ed|ing)|differ(?:s|ence)?|cheaper|dearer|(?:more|less|fewer|higher|lower|longer|shorter) than)\b/i;
/** Said of a value and the one next to it in a series. */
const IS_NEXT = /\b(?:before|previous|prior|earlier|preceding|last|next|following|after)\b/i;
/** What takes from a whole, by the name of a field. */
const TAKEN = /taken|used|spent|booked|approved|planned|pending|consumed|sold|reserved|redeemed/i;
const WHOLE = /total|entitle|limit|quota|capacity|allowance|budget|stock|granted/i;
const FIELD = /["']([^"']{1,40})["']\s?:\s?["']?[\d.]{1,24}$/;
const MAX_FIELD_LENGTH = 64;
const MAX_LINE_LENGTH = 400;
const MAX_LISTED = 4000;
const MAX_PARTS = 5;
const MAX_WHOLES = 40;
const MAX_ANCHORS = 3;
const MAX_OBJECT_LENGTH = 1500;

/** Numbers of the evidence by the field or the column that they are in. */
export class SeriesIndex {
  private byName: Map<string, MeasuredNumber[]> | null = null;
  private ofFields: readonly Step[] | null = null;

  constructor(private readonly evidence: Evidence) {}

  private get all(): Map<string, MeasuredNumber[]> {
    this.byName ??= this.read();
    return this.byName;
  }

  private read(): Map<string, MeasuredNumber[]> {
    const { numbers, text } = this.evidence;
    const listed = numbers.measures.all();
    const byName = new Map<string, MeasuredNumber[]>();
    for (const measured of listed.length > MAX_LISTED ? [] : listed) {
      const name = nameSeries(text, measured);
      if (name === null) continue;
      const same = byName.get(name);
      if (same === undefined) byName.set(name, [measured]);
      else same.push(measured);
    }
    return byName;
  }

  /** For each series of two or more that has the value: its numbers, and where in it the value is. */
  *find(value: number): Generator<{ series: readonly MeasuredNumber[]; at: number }> {
    for (const series of this.all.values()) {
      const at = series.length < 2 ? -1 : series.findIndex(({ values }) => values[0] === value);
      if (at !== -1) yield { series, at };
    }
  }

  /** What is left of the whole that a field of an object has without what other fields of it take, all or one of them. */
  get rests(): readonly Step[] {
    this.ofFields ??= this.listRests();
    return this.ofFields;
  }

  private listRests(): Step[] {
    const fields = [...this.all].filter(([name]) => name.startsWith('field '));
    const ofWhole = fields.filter(([name]) => WHOLE.test(name)).flatMap(([, numbers]) => numbers);
    const taken = fields.filter(([name]) => TAKEN.test(name)).flatMap(([, numbers]) => numbers);
    return ofWhole.slice(0, MAX_WHOLES).flatMap((whole) => {
      const parts = taken.filter((part) => this.isOfObject(whole, part));
      return listRemainders([whole, ...parts].map(readValue));
    });
  }

  private isOfObject(one: MeasuredNumber, other: MeasuredNumber): boolean {
    const [from, to] = [Math.min(one.end, other.end), Math.max(one.start, other.start)];
    return to - from <= MAX_OBJECT_LENGTH && !/[{}]/.test(this.evidence.text.slice(from, to));
  }
}

function nameSeries(text: string, { start, end }: MeasuredNumber): string | null {
  const field = FIELD.exec(text.slice(Math.max(0, end - MAX_FIELD_LENGTH), end))?.[1];
  if (field !== undefined) return `field ${field}`;
  const before = text.slice(Math.max(0, start - MAX_LINE_LENGTH), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const separator = ['|', '\t', ';', ','].find((sign) => line.includes(sign));
  return separator === undefined ? null : `column ${line.split(separator).length}`;
}

const readValue = ({ values }: MeasuredNumber): number => values[0] as number;

/** The whole, which is the first number, without all parts after it, without the first of them, and without each. */
function listRemainders([whole = 0, ...parts]: readonly number[]): Step[] {
  let rest = whole;
  const rests = parts.slice(0, MAX_PARTS).flatMap((part) => {
    rest -= part;
    return [rest, whole - part];
  });
  return rests.filter((value) => value > 0).map((value) => toStep(value));
}

/** Sums of decimals are off by less. */
const PRECISION = 1e6;
const toStep = (value: number): Step => ({
  kind: 'difference',
  value: Math.round(value * PRECISION) / PRECISION,
});

/**
 * What the words say is left of a number, or its difference from another: of those right before, and of a series of the
 * evidence. "Than in the month before" is said of numbers next to each other.
 */
export function listRecentSteps(context: RecentNumbers, index: SeriesIndex): RecentSteps {
  const steps: RecentSteps = { ofRecent: [], ofSeries: [] };
  const around = `${context.before} ${context.after}`;
  const fitting = context.recent.flatMap((amount) => readIn(amount, context.measured) ?? []);
  if (RESTS.test(around)) {
    steps.ofRecent.push(...fitting.slice(0, -1).flatMap((_, from) => listRemainders(fitting.slice(from))));
    steps.ofRecent.push(...index.rests);
  }
  if (!COMPARES.test(around)) return steps;
  const anchors = fitting.slice(-MAX_ANCHORS);
  for (const [place, anchor] of anchors.entries()) {
    steps.ofRecent.push(...anchors.slice(place + 1).map((other) => toStep(Math.abs(anchor - other))));
    addSeries(anchor, context, index, steps);
  }
  return steps;
}

function addSeries(anchor: number, context: RecentNumbers, index: SeriesIndex, steps: RecentSteps): void {
  const isNext = IS_NEXT.test(context.after);
  for (const { series, at } of index.find(anchor)) {
    const others = isNext ? [series[at - 1], series[at + 1]] : series;
    for (const other of others) {
      const value =
        other === undefined ? null : readIn({ value: readValue(other), measured: other }, context.measured);
      if (value === null || value === anchor) continue;
      (isNext ? steps.ofRecent : steps.ofSeries).push(toStep(Math.abs(anchor - value)));
    }
  }
}

/** In the unit of `claim`, which an amount without a unit may have; null for another quantity and for years. */
function readIn({ value, measured }: Amount, claim: MeasuredNumber): number | null {
  if (measured.quantity === null) return isYear(value) ? null : value;
  if (claim.quantity === null || isSameUnit(measured, claim)) return value;
  return convert(value, measured, claim);
}

const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1900 && value <= 2100;
