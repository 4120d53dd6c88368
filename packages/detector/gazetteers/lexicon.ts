const STEPS_PER_UNIT = 16;
const NO_RANK = 255;
const VECTOR_SCALE = 127;

/** What a lexicon is made of, a row a word; fractions are whole numbers of sixteenths. */
export interface LexiconTables {
  words: readonly string[];
  /** Inverse document frequencies. */
  idfs: Uint8Array;
  /** Logarithms of the places among all English words; 255 for one that is not among them. */
  ranks: Uint8Array;
  /** As many axes for each word, in 127ths. */
  vectors: Int8Array;
  /** Pairs of rows. */
  opposites: Uint16Array;
  stems: readonly string[];
  /** Pairs of places in `stems`. */
  related: Uint16Array;
}

/** What is known of words in general: how rare they are, what they resemble, and their opposites. */
export class Lexicon {
  private readonly rows: Map<string, number>;
  private readonly idfs: Uint8Array;
  private readonly ranks: Uint8Array;
  private readonly vectors: Int8Array;
  /** Those that were asked for, as `vectorOf` gives them. */
  private readonly madeVectors: (Float32Array | null | undefined)[];
  private readonly opposites = new Map<number, number[]>();
  private readonly related = new Map<string, string[]>();
  readonly dimensions: number;
  /** Inverse document frequency of a word that is not listed. */
  readonly maxIdf: number;

  constructor({ words, idfs, ranks, vectors, opposites, stems, related }: LexiconTables) {
    this.rows = new Map(words.map((word, row) => [word, row]));
    this.idfs = idfs;
    this.ranks = ranks;
    this.vectors = vectors;
    this.dimensions = vectors.length / words.length;
    this.madeVectors = new Array(words.length);
    this.maxIdf = idfs.reduce((max, idf) => Math.max(max, idf), 0) / STEPS_PER_UNIT;
    for (const [row, other] of listPairs(opposites)) {
      addLink(this.opposites, row, other);
      addLink(this.opposites, other, row);
    }
    for (const [first, second] of listPairs(related)) {
      addLink(this.related, stems[first] as string, stems[second] as string);
      addLink(this.related, stems[second] as string, stems[first] as string);
    }
  }

  /** The row of a normalized word, or -1. */
  rowOf(word: string): number {
    return this.rows.get(word) ?? -1;
  }

  /** Inverse document frequency, natural logarithm. */
  idfOf(row: number): number {
    return row < 0 ? this.maxIdf : (this.idfs[row] as number) / STEPS_PER_UNIT;
  }

  /** Natural logarithm of the place among all English words by frequency, or -1 for one that is not among them. */
  logRankOf(row: number): number {
    const rank = row < 0 ? NO_RANK : (this.ranks[row] as number);
    return rank === NO_RANK ? -1 : rank / STEPS_PER_UNIT;
  }

  /** Rows of words with the opposite meaning. */
  oppositesOf(row: number): readonly number[] {
    return this.opposites.get(row) ?? [];
  }

  /** Stems of words that can mean the same as a word of this stem. */
  relatedTo(stem: string): readonly string[] {
    return this.related.get(stem) ?? [];
  }

  /** The word's vector, of about unit length, or null. All callers get the same one: it is not to be written to. */
  vectorOf(row: number): Float32Array | null {
    if (row < 0) return null;
    const made = this.madeVectors[row];
    if (made !== undefined) return made;
    const raw = this.vectors.subarray(row * this.dimensions, (row + 1) * this.dimensions);
    const vector = raw.some((value) => value !== 0)
      ? Float32Array.from(raw, (value) => value / VECTOR_SCALE)
      : null;
    this.madeVectors[row] = vector;
    return vector;
  }
}

function* listPairs(flat: Uint16Array): Generator<[number, number]> {
  for (let index = 0; index + 1 < flat.length; index += 2) {
    yield [flat[index] as number, flat[index + 1] as number];
  }
}

function addLink<Key>(links: Map<Key, Key[]>, from: Key, to: Key): void {
  const cached = links.get(from);
  if (cached === undefined) links.set(from, [to]);
  else cached.push(to);
}
