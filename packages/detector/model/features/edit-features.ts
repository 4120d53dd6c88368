import type { Alignment } from '../../evidence/alignment';
import type { EvidenceUnit } from '../../evidence/evidence-units';
import type { WordRange } from '../../evidence/reply-words';
import { alignWords } from '../../evidence/word-alignment';
import { dot } from '../../vectors/float-arrays';
import type { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';
import { computeSignBits, countSigns } from './sign-counts';

const MAX_WORDS = 120;

const COLUMNS = [
  ...(['Matched', 'MatchedShare', 'ReplyGap', 'UnitGap', 'GapLikeness', 'GapSameKind', 'GapSigns'] as const),
  ...(['DroppedBefore', 'DroppedSigns'] as const),
] as const;
type EditColumns = Record<(typeof COLUMNS)[number], Float32Array>;

/**
 * What would have to be changed in the evidence's sentence to get the reply's: the words of each sentence and its best
 * unit are aligned by a longest common subsequence (of stems), and for each word the columns say what is in its place there.
 */
export function addEditFeatures(features: FeatureTable, judgedReply: JudgedReply): void {
  addEdits(features, 'sentence', judgedReply, judgedReply.reply.sentences, judgedReply.alignments.sentences);
  addEdits(features, 'clause', judgedReply, judgedReply.reply.clauses, judgedReply.alignments.clauses);
}

function addEdits(
  features: FeatureTable,
  prefix: string,
  judgedReply: JudgedReply,
  ranges: readonly WordRange[],
  alignments: readonly Alignment[],
): void {
  const columns = features.addGroup(COLUMNS, prefix);
  ranges.forEach((range, index) => {
    const best = alignments[index]?.best[0];
    if (best === undefined || range.to - range.from > MAX_WORDS) return;
    const unit = judgedReply.evidence.units[best.unit] as EvidenceUnit;
    const places = alignWords(judgedReply, range, {
      from: unit.from,
      to: Math.min(unit.to, unit.from + MAX_WORDS),
    });
    writeEdits(columns, judgedReply, range, unit, places);
  });
}

function writeEdits(
  columns: EditColumns,
  judgedReply: JudgedReply,
  range: WordRange,
  unit: WordRange,
  places: Int32Array,
): void {
  const matched = places.reduce((count, place) => count + Number(place >= 0), 0);
  columns.MatchedShare.fill(matched / places.length, range.from, range.to);
  let from = 0;
  let unitFrom = unit.from;
  for (let row = 0; row <= places.length; row += 1) {
    const place = row === places.length ? unit.to : (places[row] as number);
    if (place < 0) continue;
    // Words before the first and after the last partner have no place in the unit.
    const isInside = from > 0 && row < places.length;
    const gap = { from: isInside ? unitFrom : place, to: place };
    for (let inside = from; inside < row; inside += 1)
      writeGap(columns, judgedReply, range.from + inside, row - from, gap);
    if (row < places.length) {
      columns.Matched[range.from + row] = 1;
      if (isInside && from === row) {
        columns.DroppedBefore[range.from + row] = gap.to - gap.from;
        columns.DroppedSigns[range.from + row] = computeSignBits(
          countSigns(judgedReply.evidence.words, gap, judgedReply.table.words),
        );
      }
    }
    from = row + 1;
    unitFrom = place + 1;
  }
}

/** What the unit has where the reply has the word and its unpartnered neighbors. */
function writeGap(
  columns: EditColumns,
  judgedReply: JudgedReply,
  word: number,
  length: number,
  gap: WordRange,
): void {
  const { reply, evidence, table } = judgedReply;
  const vector = table.vectorOf(reply.ids[word] as number);
  const isNumber = reply.numbers[word] !== null;
  let likeness = -1;
  let isSameKind = 0;
  for (let place = gap.from; place < gap.to; place += 1) {
    const id = evidence.words[place] as number;
    const other = table.vectorOf(id);
    if (vector !== null && other !== null) likeness = Math.max(likeness, dot(vector, other));
    if (isNumber && /^\d/.test(table.words[id] as string)) isSameKind = 1;
  }
  columns.ReplyGap[word] = length;
  columns.UnitGap[word] = gap.to - gap.from;
  columns.GapLikeness[word] = likeness;
  columns.GapSameKind[word] = isSameKind;
  columns.GapSigns[word] = computeSignBits(
    countSigns(judgedReply.evidence.words, gap, judgedReply.table.words),
  );
}
