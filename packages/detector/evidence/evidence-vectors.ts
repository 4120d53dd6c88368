import { dot } from '../vectors/float-arrays';
import { VectorRows } from '../vectors/vector-rows';
import { Follower, type UndoLog } from './undo-log';
import type { WordTable } from './word-table';

interface Words {
  readonly units: readonly { from: number; to: number }[];
  readonly words: readonly number[];
  /** Numbers of the distinct words, ascending. */
  readonly wordIds: readonly number[];
}

/** Vectors of the distinct content words of the evidence, and mean vectors of its units. */
export class EvidenceVectors {
  readonly ofWords = new VectorRows();
  readonly ofUnits = new VectorRows();
  /** The unit of each row of `ofUnits`, ascending. */
  readonly unitOfRow: number[] = [];
  private readonly wordFollower: Follower<number>;
  private readonly unitFollower: Follower<{ from: number; to: number }>;

  constructor({ units, words, wordIds }: Words, table: WordTable, log: UndoLog) {
    this.wordFollower = new Follower(wordIds, log, (id) => {
      const vector = table.isContent[id] ? table.vectorOf(id) : null;
      if (vector !== null) pushRow(this.ofWords, vector, log);
    });
    this.unitFollower = new Follower(units, log, ({ from, to }, unit) => {
      const vector = computeMeanVector(words, from, to, table);
      if (vector === null) return;
      pushRow(this.ofUnits, vector, log);
      log.push(this.unitOfRow, unit);
    });
  }

  readWords(): void {
    this.wordFollower.update();
  }

  readUnits(count: number): void {
    this.unitFollower.update(count);
  }
}

function pushRow(rows: VectorRows, vector: Float32Array, log: UndoLog): void {
  rows.push(vector);
  if (log.isRecording) log.record(() => rows.pop());
}

/** The mean of the vectors of content words, by weight, of unit length; null where none has a vector. */
export function computeMeanVector(
  ids: ArrayLike<number>,
  from: number,
  to: number,
  table: WordTable,
): Float32Array | null {
  const mean = new Float32Array(table.lexicon.dimensions);
  for (let i = from; i < to; i += 1) {
    const id = ids[i] as number;
    const vector = table.isContent[id] ? table.vectorOf(id) : null;
    if (vector === null) continue;
    const idf = table.idf[id] as number;
    for (let axis = 0; axis < mean.length; axis += 1) {
      mean[axis] = (mean[axis] as number) + idf * (vector[axis] as number);
    }
  }
  const norm = Math.sqrt(dot(mean, mean));
  if (norm === 0) return null;
  for (let axis = 0; axis < mean.length; axis += 1) mean[axis] = (mean[axis] as number) / norm;
  return mean;
}
