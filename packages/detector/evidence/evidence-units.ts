import { scanSentences } from '../base/sentences';
import { normalizeWord, scanTokens } from '../base/tokens';
import { CAPITALIZED } from '../text/names';
import type { Region } from '../text/regions';
import { type StructuredField, scanStructuredData } from '../text/structured-data';
import { JOINED_NUMBER } from '../values/numbers';
import { FieldsOfStem, HoursByDay, type IndexedField } from './evidence-fields';
import { EvidenceVectors } from './evidence-vectors';
import { Follower, UndoLog } from './undo-log';
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
}

/** A field with the words that lead its unit. */
interface NamedField {
  field: StructuredField;
  nameIds: readonly number[];
}

const KEY_BREAK = /(?<=\p{Ll})(?=\p{Lu})|[_\-.\s]+/u;
const NAME_KEYS = 2;
const MAX_POSTINGS = 128;
const MAX_UNIT_WORDS = 120;

/** The evidence as units and words, with the places of every word and stem. */
export class UnitIndex {
  readonly units: EvidenceUnit[] = [];
  readonly texts: string[] = [];
  /** Where each text begins, in all of them with a line break after each. */
  private readonly starts: number[] = [];
  /** Word numbers in order. */
  readonly words: number[] = [];
  /** Numbers of the distinct words, ascending. */
  readonly wordIds: number[] = [];
  /** Positions in `words` of each word number, the first 128. */
  private readonly places: (number[] | undefined)[] = [];
  /** Units of each stem number, ascending, the first 128. */
  private readonly unitsOfStem: (number[] | undefined)[] = [];
  readonly counts: (number | undefined)[] = [];
  readonly fields: IndexedField[] = [];
  readonly prefixes = new Set<string>();
  /** Stems of content words that are capitalized inside of a unit. */
  readonly nameStems = new Set<number>();
  readonly numbers = new Set<string>();
  structuredLength = 0;
  length = 0;
  readonly fieldsOfStem: FieldsOfStem;
  readonly hours: HoursByDay;
  readonly sentencesByFirstWord: SentencesByFirstWord;
  readonly vectors: EvidenceVectors;

  constructor(
    texts: readonly string[],
    readonly table: WordTable,
    private readonly log = new UndoLog(),
  ) {
    this.fieldsOfStem = new FieldsOfStem(this.fields, table, log);
    this.hours = new HoursByDay(this.fields, log);
    this.sentencesByFirstWord = new SentencesByFirstWord(this.units, this.words, log);
    this.vectors = new EvidenceVectors(this, table, log);
    for (const text of texts) this.append(text);
  }

  /**
   * Adds a text of the evidence, which begins at `place` in all texts; by default it follows the one before. The table
   * has no words but those of the texts before.
   */
  append(text: string, place = this.length + this.texts.length): void {
    const { log, table } = this;
    const [source, tableSize] = [this.texts.length, table.size];
    let structured = 0;
    let from = 0;
    for (const block of scanStructuredData(text)) {
      this.addProse(text, source, from, block.start, null);
      for (const field of block.fields) this.addField(text, source, field);
      structured += block.end - block.start;
      from = block.end;
    }
    this.addProse(text, source, from, text.length, null);
    for (const [number] of text.matchAll(JOINED_NUMBER)) log.add(this.numbers, number.replaceAll(',', ''));
    log.push(this.starts, place);
    log.push(this.texts, text);
    for (let id = tableSize; id < table.size; id += 1) log.push(this.wordIds, id);
    table.forgetRelations();
    this.structuredLength += structured;
    this.length += text.length;
    log.record(() => {
      this.structuredLength -= structured;
      this.length -= text.length;
    });
  }

  private addProse(text: string, source: number, from: number, to: number, field: NamedField | null): void {
    if (to <= from) return;
    for (const sentence of scanSentences(text.slice(from, to))) {
      this.addUnit(text, source, from + sentence.start, from + sentence.end, field);
    }
  }

  private addField(text: string, source: number, field: StructuredField): void {
    const before = this.units.length;
    const name = this.nameOf(field);
    const namedField = { field, nameIds: listInReadingOrder(name) };
    if (field.kind === 'text') this.addProse(text, source, field.start, field.end, namedField);
    if (this.units.length === before) this.addUnit(text, source, field.start, field.end, namedField);
    this.log.push(this.fields, { field, unit: before, name });
  }

  /** Adds a unit, or several where it has too many words for one. */
  private addUnit(
    text: string,
    source: number,
    start: number,
    end: number,
    namedField: NamedField | null,
  ): void {
    const { field, nameIds } = namedField ?? { field: null, nameIds: [] };
    const hasWords = field === null || field.kind === 'text' || field.kind === 'number';
    const tokens = hasWords ? scanTokens(text.slice(start, end)) : [];
    for (let first = 0; first === 0 || first < tokens.length; first += MAX_UNIT_WORDS) {
      const own = tokens.slice(first, first + MAX_UNIT_WORDS);
      const next = tokens[first + MAX_UNIT_WORDS];
      const unit = this.units.length;
      const from = this.words.length;
      for (const id of nameIds) this.addWord(id, unit);
      own.forEach((token, index) => {
        const id = this.table.add(normalizeWord(token.text));
        this.addWord(id, unit);
        const isName = index > 0 && this.table.isContent[id] && CAPITALIZED.test(token.text);
        if (isName) this.log.add(this.nameStems, this.table.stems[id] as number);
      });
      this.log.push(this.units, {
        source,
        start: start + (first === 0 ? 0 : (own[0]?.start ?? 0)),
        end: next === undefined ? end : start + (own.at(-1)?.end ?? 0),
        from,
        to: this.words.length,
        field,
      });
    }
  }

  /** A reply may write "wifi" or "takeout" for the words of "WiFi" and "RestaurantsTakeOut". */
  private nameOf({ path }: StructuredField): number[][] {
    return path.slice(-NAME_KEYS).flatMap((key) => {
      const words = key
        .split(KEY_BREAK)
        .map(normalizeWord)
        .filter((word) => word !== '');
      const whole = words.join('');
      return words.map((word, index) => {
        const [before, after] = [words[index - 1], words[index + 1]];
        const pairs = [`${before ?? ''}${word}`, `${word}${after ?? ''}`].filter(this.isKnownWord);
        return [...new Set([word, ...pairs, whole])].map((form) => this.table.add(form));
      });
    });
  }

  private isKnownWord = (word: string): boolean => this.table.lexicon.rowOf(word) >= 0;

  private addWord(id: number, unit: number): void {
    const { log } = this;
    const stem = this.table.stems[id] as number;
    log.put(this.counts, id, (this.counts[id] ?? 0) + 1);
    const places = ensureList(this.places, id, log);
    if (places.length === 0) {
      const prefix = this.table.prefixOf(id);
      if (prefix !== null) log.add(this.prefixes, prefix);
    }
    if (places.length < MAX_POSTINGS) log.push(places, this.words.length);
    const units = ensureList(this.unitsOfStem, stem, log);
    if (units.at(-1) !== unit && units.length < MAX_POSTINGS) log.push(units, unit);
    log.push(this.words, id);
  }

  /** Positions of the word in `words`. */
  placesOf(id: number): readonly number[] {
    return this.places[id] ?? [];
  }

  /** Units with a word of the stem. */
  unitsOf(stem: number): readonly number[] {
    return this.unitsOfStem[stem] ?? [];
  }

  /** Units with a word of the stem, given as text. */
  unitsWith(root: string): readonly number[] {
    const stem = this.table.findStem(root);
    return stem === undefined ? [] : this.unitsOf(stem);
  }

  /** Where the unit is in all texts, with a line break after each: that of a field is where its value is. */
  placeOf(unit: number): Region {
    const { source, start, end } = this.units[unit] as EvidenceUnit;
    const at = this.starts[source] as number;
    return { start: at + start, end: at + end };
  }

  /** The unit as written, after the name of its field if it has one: "rain: false". */
  textOf(unit: number): string {
    const { source, start, end, field } = this.units[unit] as EvidenceUnit;
    const text = (this.texts[source] as string).slice(start, end);
    return field === null || field.path.length === 0 ? text : `${field.path.join('.')}: ${text}`;
  }
}

function ensureList(lists: (number[] | undefined)[], index: number, log: UndoLog): number[] {
  const list = lists[index] ?? [];
  if (lists[index] === undefined) log.put(lists, index, list);
  return list;
}

const MAX_WITH_SAME_FIRST_WORD = 128;

/** The sentences that begin with a word, the first of them. */
class SentencesByFirstWord {
  private readonly units = new Map<number, EvidenceUnit[]>();
  private readonly follower: Follower<EvidenceUnit>;

  constructor(units: readonly EvidenceUnit[], words: readonly number[], log: UndoLog) {
    this.follower = new Follower(units, log, (unit) => {
      if (unit.field !== null || unit.to === unit.from) return;
      const first = words[unit.from] as number;
      const others = this.units.get(first);
      if (others === undefined) log.set(this.units, first, [unit]);
      else if (others.length < MAX_WITH_SAME_FIRST_WORD) log.push(others, unit);
    });
  }

  find(word: number): readonly EvidenceUnit[] {
    this.follower.update();
    return this.units.get(word) ?? [];
  }
}

/** The joined forms of a name, then its words as they are. */
function listInReadingOrder(name: number[][]): number[] {
  const joined = new Set(name.flatMap(([, ...forms]) => forms));
  return [...joined, ...name.map(([word]) => word as number)];
}
