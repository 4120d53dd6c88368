import type { Region } from '../text/regions';
import { ResumedScan, type ScannedText } from './growing-text';
import type { UndoLog } from './undo-log';

/**
 * Reads what a scan finds in a growing text, as `Follower` reads a list: what stays once, the rest again for each reply.
 * `scan` is as that of `ResumedScan`. Followers must not share a collection: when the second one adds what stays, the
 * first has already added what is undone, so that too much or too little would be undone.
 */
export class ScanFollower<Mention extends Region> {
  /** Reads what has been added to the text since the last time. */
  readonly update: () => void;

  constructor(
    source: ScannedText,
    log: UndoLog,
    scan: (text: string, from: number) => Mention[],
    read: (mention: Mention) => void,
  ) {
    const resumed = new ResumedScan(scan);
    this.update = log.oncePerTrial(() => {
      const { settled, open } = resumed.next(source);
      log.keep(() => {
        for (const mention of settled) read(mention);
      });
      for (const mention of open) read(mention);
    });
  }
}
