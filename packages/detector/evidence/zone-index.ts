import { scanZones, type ZoneMention } from '../text/time-zones';
import { type GrowingText, ResumedScan } from './growing-text';

/** The time zones of the evidence, read when a reply first says one or has a time that the evidence lacks. */
export class ZoneIndex {
  private readonly scan = new ResumedScan(scanZones);
  private readonly settled: ZoneMention[] = [];
  private ofText: { text: string; zones: readonly ZoneMention[] } | null = null;

  constructor(private readonly source: GrowingText) {}

  /** In order and disjoint. */
  get mentions(): readonly ZoneMention[] {
    const { text } = this.source;
    if (this.ofText?.text !== text) {
      const { settled, open } = this.scan.next(this.source);
      for (const zone of settled) this.settled.push(zone);
      this.ofText = { text, zones: [...this.settled, ...open] };
    }
    return this.ofText?.zones ?? [];
  }
}
