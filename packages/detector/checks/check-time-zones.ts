import type { Evidence } from '../evidence/evidence';
import type { ZoneOffsets } from '../gazetteers/time-zones';
import { attachZones, scanZones, type ZonedTime, type ZoneMention } from '../text/time-zones';
import { DAY_MINUTES, type TimeMention } from '../text/times';
import { checkConfidence, type Finding, quote, type ValueVerdict } from './finding';

const MAX_TIMES = 200;
/** With more zones any time would follow from another one. */
const MAX_ZONES = 4;
const SEASONS = ['january', 'july'] as const;
type Season = (typeof SEASONS)[number];
/** Months in which no country of the north changes its clocks. */
const MONTHS: Record<Season, readonly number[]> = { january: [12, 1, 2], july: [4, 5, 6, 7, 8, 9] };

/** The times of a reply and of its evidence with their zones: which are the same instant. */
export class ZonedTimes {
  private readonly zones: readonly ZoneMention[];
  private readonly own: readonly ZonedTime[];
  private others: readonly ZonedTime[] | null = null;
  private knownSeason: { season: Season | null } | null = null;

  constructor(
    private readonly text: string,
    times: readonly TimeMention[],
    private readonly evidence: Evidence,
  ) {
    this.zones = scanZones(text);
    this.own =
      this.zones.length === 0
        ? times.map((time) => ({ time, zone: null }))
        : attachZones(text, times, this.zones);
  }

  /** Whether the time is one of the evidence in another zone that the reply or the evidence names. */
  gives(time: TimeMention): boolean {
    const zoned = this.own.find((one) => one.time.start === time.start);
    if (zoned === undefined || this.evidenceZones.length === 0) return false;
    const all = selectDistinct([...this.evidenceZones, ...this.zones]);
    const targets = zoned.zone === null ? all : [zoned.zone];
    if (all.length > MAX_ZONES) return false;
    return this.knownTimes.some((other) => {
      const sources = other.zone === null ? selectDistinct(this.evidenceZones) : [other.zone];
      return sources.some((source) =>
        targets.some((target) => source !== target && this.isSameInstant(other.time, source, time, target)),
      );
    });
  }

  /** Zones that fit the evidence, and those of times that it has in another zone only. */
  check(): ValueVerdict {
    const verdict: ValueVerdict = { findings: [], supported: [] };
    for (const zone of this.zones) {
      const zoned = this.own.filter((one) => one.zone === zone);
      const rival = this.findRival(zoned, zone);
      if (rival !== null) verdict.findings.push(toFinding(this.text, zone, rival));
      else if (this.fits(zoned, zone)) verdict.supported.push(zone);
    }
    return verdict;
  }

  /** The zone of the evidence that the same time of the clock has there, where none is the same instant. */
  private findRival(zoned: readonly ZonedTime[], zone: ZoneMention): ZonedTime | null {
    for (const { time } of zoned) {
      if (this.hasInstant(time, zone)) continue;
      const same = this.knownTimes.filter((other) => sharesReading(other.time, time));
      if (same.length > 0 && same.every((other) => other.zone !== null)) return same[0] as ZonedTime;
    }
    return null;
  }

  private fits(zoned: readonly ZonedTime[], zone: ZoneMention): boolean {
    if (zoned.some(({ time }) => this.hasInstant(time, zone))) return true;
    return this.evidenceZones.some((evidenceZone) =>
      this.listDifferences(evidenceZone.offsets, zone.offsets).includes(0),
    );
  }

  private hasInstant(time: TimeMention, zone: ZoneMention): boolean {
    return this.knownTimes.some(
      (other) => other.zone !== null && this.isSameInstant(other.time, other.zone, time, zone),
    );
  }

  private isSameInstant(
    from: TimeMention,
    fromZone: ZoneMention,
    to: TimeMention,
    toZone: ZoneMention,
  ): boolean {
    return this.listDifferences(fromZone.offsets, toZone.offsets).some((difference) =>
      listReadings(from, fromZone).some((reading) =>
        to.readings.includes((reading + difference + DAY_MINUTES) % DAY_MINUTES),
      ),
    );
  }

  /** Minutes that a clock in the second zone is ahead: in the season of the evidence, or in either. */
  private listDifferences(from: ZoneOffsets, to: ZoneOffsets): number[] {
    const shared = SEASONS.filter((season) => from[season] !== null && to[season] !== null);
    const inSeason = shared.filter((season) => season === this.season);
    const seasons = inSeason.length > 0 ? inSeason : shared;
    if (seasons.length > 0) return seasons.map((season) => (to[season] as number) - (from[season] as number));
    // "CET" and "EDT": clocks change on other days.
    const difference = ((to.january ?? to.july) as number) - ((from.january ?? from.july) as number);
    return difference === 0 ? [] : [difference];
  }

  private get season(): Season | null {
    this.knownSeason ??= { season: this.findSeason() };
    return this.knownSeason.season;
  }

  private findSeason(): Season | null {
    const months = this.evidence.dates.mentions.flatMap(({ readings }) => readings.map(({ month }) => month));
    return (
      SEASONS.find(
        (season) => months.length > 0 && months.every((month) => MONTHS[season].includes(month)),
      ) ?? null
    );
  }

  private get evidenceZones(): readonly ZoneMention[] {
    return this.evidence.zones.mentions;
  }

  private get knownTimes(): readonly ZonedTime[] {
    const { times, text } = this.evidence;
    this.others ??= attachZones(text, times.mentions.slice(0, MAX_TIMES), this.evidenceZones);
    return this.others;
  }
}

/** A timestamp and "09:00" are of a clock of 24 hours. */
const listReadings = ({ text, readings }: TimeMention, zone: ZoneMention): readonly number[] =>
  /^0\d/.test(text) || /^(?:Z$|[+-])/.test(zone.text) ? readings.slice(0, 1) : readings;

const sharesReading = (one: TimeMention, other: TimeMention): boolean =>
  one.readings.some((reading) => other.readings.includes(reading));

/** One zone of those that have the same offsets. */
const selectDistinct = (zones: readonly ZoneMention[]): ZoneMention[] => [
  ...new Map(zones.map((zone) => [`${zone.offsets.january} ${zone.offsets.july}`, zone])).values(),
];

function toFinding(text: string, zone: ZoneMention, { time, zone: other }: ZonedTime): Finding {
  const { start, end } = zone;
  return {
    ...{ start, end, kind: 'fabrication', confidence: checkConfidence.time, evidence: [time] },
    explanation: `The evidence has ${quote(`${time.text} ${other?.text ?? ''}`)}, not ${quote(text.slice(start, end))}.`,
  };
}
