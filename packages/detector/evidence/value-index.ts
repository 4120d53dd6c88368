import { scaleWords } from '../gazetteers/number-words';
import { createScan, type WrittenRegion } from '../text/regions';
import type { NumberMention } from '../values/numbers';
import { isSamePhone, type PhoneMention, phoneKey, scanPhones } from '../values/phones';
import { type ChangeMention, scanChanges } from '../values/ratios';
import { type GrowingText, ResumedScan } from './growing-text';
import { Follower, type UndoLog } from './undo-log';

const SCALE_HEADER =
  /(?:\b(?:amounts?|figures|values|numbers|dollars|euros|pounds|expressed|stated|reported|shown|[A-Z]{3})\s(?:are\s)?|\(|[$€£]\s?)in\s(thousand|million|billion)s?\b|(?:[$€£¥]|\b[A-Z]{3})\s?(thousand|million|billion)s?\)/gi;
const scanScales = createScan(SCALE_HEADER);
const SCALE_WORD = /thousand|million|billion/i;

/** What the evidence says of numbers as a whole, and changes and telephone numbers, which are more than one number. */
export class ValueIndex {
  private readonly phones = new Map<string, PhoneMention[]>();
  private readonly scales = new Set<number>();
  private readonly changeList: ChangeMention[] = [];
  private readonly scanOfPhones = new ResumedScan(scanPhones);
  private readonly scanOfScales = new ResumedScan(scanScales);
  private readonly changeFollower: Follower<NumberMention>;

  constructor(
    private readonly source: GrowingText,
    private readonly numbers: readonly NumberMention[],
    private readonly log: UndoLog,
  ) {
    this.changeFollower = new Follower(numbers, log, (_, index) => this.addChange(index));
  }

  /** Reads on in the text. @returns what adds the values that may change when the text grows */
  grow(): () => void {
    const phones = this.scanOfPhones.next(this.source);
    const scales = this.scanOfScales.next(this.source);
    this.addAll(phones.settled, scales.settled);
    return () => this.addAll(phones.open, scales.open);
  }

  private addAll(phones: readonly PhoneMention[], scales: readonly WrittenRegion[]): void {
    for (const phone of phones) {
      const cached = this.phones.get(phoneKey(phone));
      if (cached === undefined) this.log.set(this.phones, phoneKey(phone), [phone]);
      else if (!cached.some(({ digits }) => digits === phone.digits)) this.log.push(cached, phone);
    }
    for (const { text } of scales) {
      const [word = ''] = SCALE_WORD.exec(text) ?? [];
      this.log.add(this.scales, scaleWords.get(word.toLowerCase()) as number);
    }
  }

  private addChange(index: number): void {
    if (index === 0) return;
    const mentions = this.numbers.slice(index - 1, index + 1);
    for (const change of scanChanges({ text: this.source.text, mentions }))
      this.log.push(this.changeList, change);
  }

  /** Changes "from 40 to 50", in order. */
  get changes(): readonly ChangeMention[] {
    this.changeFollower.update();
    return this.changeList;
  }

  /** What the numbers below a header are to be multiplied by: "amounts in millions". */
  get headerScales(): Iterable<number> {
    return this.scales;
  }

  hasPhone(phone: PhoneMention): boolean {
    return this.phones.get(phoneKey(phone))?.some((other) => isSamePhone(other, phone)) ?? false;
  }
}
