import { scanSentences } from '../../text/sentences';
import { normalizeWord, scanTokens } from '../../text/tokens';
import { type StructuredField, scanStructuredData } from './structured-data';
import type { WordTable } from './word-table';

/** A sentence of the evidence, or one field of its structured data. */
export interface EvidenceUnit {
  /** Which evidence text, and where in it (UTF-16). */
  source: number;
  start: number;
  end: number;
  /** Range of the unit's words in `UnitIndex.words`. */
  from: number;
  to: number;
  /** The field it comes from, else null. */
  field: StructuredField | null;
  /** Words of the field's name, inner one last. */
  nameIds: number[];
}

const INNER_CAPITAL = /(?<=\p{Ll})(?=\p{Lu})|[_\-.\s]+/u;
const NAME_KEYS = 2;
const MOST_POSTINGS = 128;
const LONGEST_UNIT = 120;

/** The evidence as units and words, with the places of every word and stem. */
export class UnitIndex {
  readonly units: EvidenceUnit[] = [];
  /** Word numbers in order. */
  readonly words: number[] = [];
  readonly unitOfWord: number[] = [];
  /** Positions in `words` of each word number, the first 128. */
  readonly places: number[][] = [];
  /** Units of each stem number, ascending, the first 128. */
  readonly unitsOfStem: number[][] = [];
  readonly counts: number[] = [];
  readonly fields: { field: StructuredField; unit: number; nameIds: number[] }[] = [];
  readonly prefixes = new Set<string>();
  readonly numbers = new Set<string>();
  readonly structuredLength: number;
  readonly length: number;

  constructor(
    readonly texts: readonly string[],
    readonly table: WordTable,
  ) {
    let structured = 0;
    texts.forEach((text, source) => {
      let from = 0;
      for (const block of scanStructuredData(text)) {
        this.addProse(text, source, from, block.start, null);
        for (const field of block.fields) this.addField(text, source, field);
        structured += block.end - block.start;
        from = block.end;
      }
      this.addProse(text, source, from, text.length, null);
      for (const [number] of text.matchAll(JOINED_NUMBER)) this.numbers.add(number.replaceAll(',', ''));
    });
    this.structuredLength = structured;
    this.length = texts.reduce((sum, text) => sum + text.length, 0);
  }

  private addProse(
    text: string,
    source: number,
    from: number,
    to: number,
    field: StructuredField | null,
  ): void {
    if (to <= from) return;
    for (const sentence of scanSentences(text.slice(from, to))) {
      this.addUnit(text, source, from + sentence.start, from + sentence.end, field);
    }
  }

  private addField(text: string, source: number, field: StructuredField): void {
    const before = this.units.length;
    if (field.kind === 'text') this.addProse(text, source, field.start, field.end, field);
    if (this.units.length === before) this.addUnit(text, source, field.start, field.end, field);
    this.fields.push({ field, unit: before, nameIds: this.units[before]?.nameIds ?? [] });
  }

  /** Adds a unit, or several where it has too many words for one. */
  private addUnit(
    text: string,
    source: number,
    start: number,
    end: number,
    field: StructuredField | null,
  ): void {
    const hasWords = field === null || field.kind === 'text' || field.kind === 'number';
    const tokens = hasWords ? scanTokens(text.slice(start, end)) : [];
    const nameIds = field === null ? [] : this.nameIdsOf(field);
    for (let first = 0; first === 0 || first < tokens.length; first += LONGEST_UNIT) {
      const own = tokens.slice(first, first + LONGEST_UNIT);
      const next = tokens[first + LONGEST_UNIT];
      const unit = this.units.length;
      const from = this.words.length;
      for (const id of nameIds) this.addWord(id, unit);
      for (const token of own) this.addWord(this.table.add(normalizeWord(token.text)), unit);
      this.units.push({
        source,
        start: start + (first === 0 ? 0 : (own[0]?.start ?? 0)),
        end: next === undefined ? end : start + (own.at(-1)?.end ?? 0),
        from,
        to: this.words.length,
        field,
        nameIds,
      });
    }
  }

  private nameIdsOf({ path }: StructuredField): number[] {
    return path
      .slice(-NAME_KEYS)
      .flatMap((key) => key.split(INNER_CAPITAL))
      .filter((word) => word !== '')
      .map((word) => this.table.add(normalizeWord(word)));
  }

  private addWord(id: number, unit: number): void {
    const stem = this.table.stems[id] as number;
    this.counts[id] = (this.counts[id] ?? 0) + 1;
    this.places[id] ??= [];
    const places = this.places[id];
    if (places.length === 0) {
      const prefix = this.table.prefixOf(id);
      if (prefix !== null) this.prefixes.add(prefix);
    }
    if (places.length < MOST_POSTINGS) places.push(this.words.length);
    this.unitsOfStem[stem] ??= [];
    const units = this.unitsOfStem[stem];
    if (units.at(-1) !== unit && units.length < MOST_POSTINGS) units.push(unit);
    this.words.push(id);
    this.unitOfWord.push(unit);
  }

  /** Positions of the word in `words`. */
  placesOf(id: number): readonly number[] {
    return this.places[id] ?? [];
  }

  /** Units with a word of the stem. */
  unitsOf(stem: number): readonly number[] {
    return this.unitsOfStem[stem] ?? [];
  }

  /** The unit as written. */
  textOf(unit: number): string {
    const { source, start, end } = this.units[unit] as EvidenceUnit;
    return (this.texts[source] as string).slice(start, end);
  }
}

/** Digits with inner separators: "4.5", "9:30", "1,200". */
export const JOINED_NUMBER = /\d+(?:[.,:/]\d+)*/g;
