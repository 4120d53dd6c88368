import { Beginning, type GrowingText } from '../evidence/growing-text';
import { ScanFollower } from '../evidence/scan-follower';
import type { UndoLog } from '../evidence/undo-log';
import { createScan, type WrittenRegion } from '../text/regions';

/** A question mark belongs to its clause. */
const CLAUSE = /[^,;:.!?\n]+\??/g;
const MAX_READ = 50_000;

/** The clauses of the first 50,000 characters of a conversation. */
export class Clauses {
  /** In order; `update` completes it. */
  readonly list: WrittenRegion[] = [];
  readonly update: () => void;

  constructor(source: GrowingText, log: UndoLog) {
    this.update = new ScanFollower(new Beginning(source, MAX_READ), log, createScan(CLAUSE), (clause) =>
      log.push(this.list, clause),
    ).update;
  }
}
