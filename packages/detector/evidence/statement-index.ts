import { type Sentence, sentencesFrom } from '../base/sentences';
import { isFunctionWord, listNormalizedWords, stem } from '../base/tokens';
import { findFirst } from '../text/regions';
import type { GrowingText } from './growing-text';
import type { UndoLog } from './undo-log';

/** What a statement has to say. */
export interface StatementQuery {
  /** It has each of them. */
  stems: ReadonlySet<string>;
  /** It has at least as many others. */
  minNewStems: number;
  /** It is short and has a number. */
  hasQuantity: boolean;
}

interface Statement extends Sentence {
  stemCount: number;
  hasQuantity: boolean;
}

export const QUESTION_START =
  /^(?:how|what|when|where|who|whom|whose|why|which|is|are|was|were|do|does|did|can|could|will|would|should|has|have)\b/i;
const NUMBER = /\d/;
/** Characters; a long sentence has two words and a number by chance. */
const MAX_QUANTITY_LENGTH = 80;
/**
 * Of the statements with the rarest word of a query, the number that is read. Thousands have it only where a text
 * repeats itself, and each reply of a conversation may be a query.
 */
const MAX_READ_STATEMENTS = 2000;

/** The sentences of the evidence that are no questions, by the stems of their content words. */
export class StatementIndex {
  /** Without the text, which is read again from the evidence. */
  private readonly statements: Omit<Statement, 'text'>[] = [];
  /** Numbers of the statements with a stem, ascending. */
  private readonly postings = new Map<string, number[]>();
  /** Where the last sentence that no further text changes ends. */
  private settledEnd = 0;
  private readonly update: () => void;

  constructor(
    private readonly source: Pick<GrowingText, 'text' | 'lines'>,
    private readonly log: UndoLog,
  ) {
    this.update = log.oncePerTrial(() => {
      const { text, lines } = source;
      log.keep(() => this.addSettled(lines));
      for (const [sentence] of sentencesFrom(text, this.settledEnd)) this.add(sentence);
    });
  }

  /** The first statement that says all of it. */
  findFirst({ stems, minNewStems, hasQuantity }: StatementQuery): Sentence | null {
    this.update();
    const lists = [...stems].map((asked) => this.postings.get(asked) ?? []);
    const [rarest = [], ...others] = lists.sort((one, other) => one.length - other.length);
    const statementIndex = rarest.slice(0, MAX_READ_STATEMENTS).find((statement) => {
      const { stemCount, hasQuantity: isQuantity } = this.statements[statement] as Statement;
      if (stemCount < stems.size + minNewStems || (hasQuantity && !isQuantity)) return false;
      return others.every(
        (list) => list[findFirst(list.length, (at) => (list[at] as number) >= statement)] === statement,
      );
    });
    if (statementIndex === undefined) return null;
    const { start, end } = this.statements[statementIndex] as Statement;
    return { start, end, text: this.source.text.slice(start, end) };
  }

  private addSettled(lines: string): void {
    for (const [sentence, end] of sentencesFrom(lines, this.settledEnd)) {
      if (end === null) return;
      this.add(sentence);
      this.settledEnd = end;
    }
  }

  private add({ start, end, text }: Sentence): void {
    if (text.endsWith('?') || QUESTION_START.test(text)) return;
    const stems = listContentStems(text);
    const number = this.statements.length;
    const hasQuantity = text.length <= MAX_QUANTITY_LENGTH && NUMBER.test(text);
    this.log.push(this.statements, { start, end, stemCount: stems.size, hasQuantity });
    for (const key of stems) {
      const same = this.postings.get(key);
      if (same === undefined) this.log.set(this.postings, key, [number]);
      else this.log.push(same, number);
    }
  }
}

/** The stems of the content words, each once. */
export function listContentStems(text: string): Set<string> {
  const words = listNormalizedWords(text);
  return new Set(words.filter((word) => word.length > 1 && !isFunctionWord(word)).map(stem));
}
