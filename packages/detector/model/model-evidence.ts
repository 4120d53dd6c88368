import { firstWords, scanTokens } from '../base/tokens';
import { listQuestionStems } from '../checks/check-echo';
import { UnitIndex } from '../evidence/evidence-units';
import { UndoLog } from '../evidence/undo-log';
import { WordTable } from '../evidence/word-table';
import type { PlacedText } from '../text/regions';
import type { GroundingModel } from './grounding-model';

/** Words of a text, and of all evidence, that the model reads; the rule-based checks read everything. */
export const MODEL_READS = { reply: 8_000, evidence: 50_000 } as const;

/** The evidence as the model reads it, indexed once for all texts of a reply. */
export interface ModelEvidence {
  units: UnitIndex;
  /** What the user said last. */
  question: string;
  /** The stems of each question in it: read once, when first needed, for all replies to it. */
  readQuestionStems(): readonly Set<string>[];
  /** The number of the first text after all that may have been changed. */
  currentFrom: number;
  /** False when there is more evidence than the model reads. */
  isWhole: boolean;
}

/** Indexes the first words of the evidence for `judgeText`; `question` is one of its texts. */
export function readEvidence(
  texts: readonly string[],
  question: string,
  model: GroundingModel,
): ModelEvidence {
  const evidence = new GrowingModelEvidence(model);
  evidence.grow(placeAll(texts), [], true);
  const readQuestionStems = () => listQuestionStems(question);
  return { units: evidence.units, question, readQuestionStems, currentFrom: 0, isWhole: evidence.isWhole };
}

/** Texts that follow one another. */
function placeAll(texts: readonly string[]): PlacedText[] {
  let place = 0;
  return texts.map((text) => {
    const placed = { text, place };
    place += text.length + 1;
    return placed;
  });
}

/** The first words of the evidence of a conversation, of reply after reply. */
export class GrowingModelEvidence {
  private readonly log = new UndoLog();
  readonly units: UnitIndex;
  isWhole = true;
  private areTextsWhole = true;
  private textCount = 0;
  private readonly reader = new FirstWords(MODEL_READS.evidence);

  constructor(model: GroundingModel) {
    this.units = new UnitIndex([], new WordTable(model.lexicon, this.log), this.log);
  }

  /**
   * Sets the texts to `texts`, which begin as those of the last call, and `rest`, which the next call replaces like
   * all words that replies add. `isLast`: there is no next call.
   */
  grow(texts: readonly PlacedText[], rest: readonly PlacedText[], isLast = false): void {
    this.log.undo();
    for (; this.textCount < texts.length; this.textCount += 1) {
      const { text, place } = texts[this.textCount] as PlacedText;
      const read = this.reader.next(text);
      this.areTextsWhole &&= read === text;
      this.units.append(read, place);
    }
    if (!isLast) this.log.begin();
    this.isWhole = this.areTextsWhole;
    for (const { text, place } of rest) {
      const read = this.reader.peek(text);
      this.units.append(read, place);
      this.isWhole &&= read === text;
    }
  }
}

/** Cuts texts that follow one another to `count` words in all. */
class FirstWords {
  private left: number;
  private length = 0;
  private uncounted: string[] = [];

  constructor(private readonly count: number) {
    this.left = count;
  }

  next(text: string): string {
    const read = this.peek(text);
    this.length += text.length;
    this.uncounted.push(read);
    return read;
  }

  /** What `next` would give. */
  peek(text: string): string {
    // A word has a character at least, so that shorter evidence need not be counted.
    if (this.length + text.length <= this.count) return text;
    for (const read of this.uncounted) this.left -= scanTokens(read).length;
    this.uncounted = [];
    return this.left > 0 ? firstWords(text, this.left) : '';
  }
}
