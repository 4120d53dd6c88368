import type { AlignedReply } from './aligned-reply';
import type { WordRange } from './reply-words';

/**
 * For each word of the range, the place of its partner in the unit, or -1: a longest common subsequence of stems. All callers
 * get the same array: it is not to be written to.
 */
export function alignWords(alignedReply: AlignedReply, range: WordRange, unit: WordRange): Int32Array {
  const { alignedWords } = alignedReply;
  const key = `${range.from} ${range.to} ${unit.from} ${unit.to}`;
  const places = alignedWords.get(key) ?? findLongest(alignedReply, range, unit);
  alignedWords.set(key, places);
  return places;
}

function findLongest(
  { reply, evidence, table }: AlignedReply,
  range: WordRange,
  unit: WordRange,
): Int32Array {
  const rows = range.to - range.from;
  const width = unit.to - unit.from + 1;
  const lengths = new Uint8Array((rows + 1) * width);
  const stemOf = (row: number): number => table.stems[reply.ids[range.from + row] as number] as number;
  const unitStems = new Int32Array(width - 1);
  for (let place = 0; place < width - 1; place += 1)
    unitStems[place] = table.stems[evidence.words[unit.from + place] as number] as number;
  for (let row = rows - 1; row >= 0; row -= 1) {
    const stem = stemOf(row);
    for (let place = width - 2; place >= 0; place -= 1) {
      const at = row * width + place;
      lengths[at] =
        unitStems[place] === stem
          ? (lengths[at + width + 1] as number) + 1
          : Math.max(lengths[at + width] as number, lengths[at + 1] as number);
    }
  }
  const places = new Int32Array(rows).fill(-1);
  for (let row = 0, place = 0; row < rows && place < width - 1; ) {
    const at = row * width + place;
    if (unitStems[place] === stemOf(row)) {
      places[row] = unit.from + place;
      row += 1;
      place += 1;
    } else if ((lengths[at + width] as number) >= (lengths[at + 1] as number)) row += 1;
    else place += 1;
  }
  return places;
}
