import { Beginning, type GrowingText } from '../evidence/growing-text';
import { ScanFollower } from '../evidence/scan-follower';
import type { UndoLog } from '../evidence/undo-log';
import { createScan, type WrittenRegion } from '../text/regions';
import { stripPunctuation } from './value-words';

/**
 * Phone and account numbers in groups: "(206) 555 0187", "DE89 3704 0044". None starts inside of a group: a long one would
 * be read again from each of its digits. Of more groups than account numbers have, the others are a number by themselves,
 * so that what is read together is no longer than evidence allows.
 */
const GROUPED =
  /(?<![\dA-Z])[A-Z]{0,4}\d[\dA-Z]*(?:[\s()./-]{1,2}(?:\d[\dA-Z]*|[A-Z]{4}(?![\p{L}]))){1,14}/gu;
const MIN_LENGTH = 7;
const MAX_PREFIX = 3;
const MAX_READ = 50_000;

/** Numbers in groups of the first 50,000 characters of a conversation. */
export class GroupedNumbers {
  private readonly numbers = new Set<string>();
  private readonly scan: ScanFollower<WrittenRegion>;

  constructor(source: GrowingText, log: UndoLog) {
    this.scan = new ScanFollower(new Beginning(source, MAX_READ), log, createScan(GROUPED), ({ text }) =>
      log.add(this.numbers, stripGroups(text)),
    );
  }

  /** Whether the number occurs in other groups, with or without the prefix of its country: "+12065550187" as "(206) 555 0187". */
  has(text: string): boolean {
    this.scan.update();
    const whole = stripGroups(text);
    const maxPrefix = text.startsWith('+') ? MAX_PREFIX : 0;
    for (let from = 0; from <= maxPrefix && whole.length - from >= MIN_LENGTH; from += 1) {
      if (this.numbers.has(whole.slice(from))) return true;
    }
    return false;
  }
}

/** Without spaces and punctuation, and the zero that is a prefix. */
const stripGroups = (text: string): string => stripPunctuation(text).replace(/^0+/, '');
