import type { GrowingText } from '../evidence/growing-text';
import { ScanFollower } from '../evidence/scan-follower';
import type { UndoLog } from '../evidence/undo-log';
import { createScan, type WrittenRegion } from '../text/regions';

const MAX_ALIKE = 4;
/** Bounded, so that a text of dots and digits is read once; longer chains are no version. */
const DOTTED = /(?<![\d.])\d{1,9}(?:\.\d{1,9}){1,7}(?!\.?\d)/g;
/** "2.14.3" and "192.168.0.10", but neither "2.5" nor "1.000.000". */
const VERSION = /^(?!\d{1,3}(?:\.\d{3})+$)\d+(?:\.\d+){2,}$/;

/** Versions and addresses of machines in a text. */
export const scanVersions = (text: string): string[] =>
  (text.match(DOTTED) ?? []).filter((it) => VERSION.test(it));

/** The numbers that dots join in a growing text, as written. */
export class DottedNumbers {
  private readonly all = new Set<string>();
  /** The first few, by how many numbers they join. */
  private readonly byCount = new Map<number, WrittenRegion[]>();

  private readonly scan: ScanFollower<WrittenRegion>;

  constructor(
    source: GrowingText,
    private readonly log: UndoLog,
  ) {
    this.scan = new ScanFollower(source, log, createScan(DOTTED), (dotted) => this.add(dotted));
  }

  private add(dotted: WrittenRegion): void {
    const { text } = dotted;
    if (this.all.has(text)) return;
    this.log.add(this.all, text);
    const count = countNumbers(text);
    const alike = this.byCount.get(count) ?? [];
    if (alike.length < MAX_ALIKE) this.log.set(this.byCount, count, [...alike, dotted]);
  }

  /** Whether they occur so, zeros at their end apart: "2.14.0" as "2.14". */
  has(dotted: string): boolean {
    this.scan.update();
    return this.all.has(dotted) || this.all.has(trimZeros(dotted));
  }

  /** Some that join as many numbers. */
  alike(dotted: string): readonly WrittenRegion[] {
    this.scan.update();
    return this.byCount.get(countNumbers(dotted)) ?? [];
  }
}

/** A version as its beginning: "2.14.0" as "2.14", "18.0.0" as "18". */
export const trimZeros = (dotted: string): string => dotted.replace(/(?:\.0+)+$/, '');

const countNumbers = (dotted: string): number => dotted.split('.').length;
