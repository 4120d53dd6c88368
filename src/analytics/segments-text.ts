import { emptyOutcomes } from '../../packages/statistics';
import { noTime } from './interval';
import { merge } from './merge';
import { emptyRollup, type Rollup } from './rollup';
import { parseRollup, type RollupList, rollupLists, serializeRollup, withValues } from './rollup-text';
import type { StoredSegmentsRecord } from './stored-segments.model';

/** The texts of some segments of a period in one dimension. */
export type SegmentTexts = Pick<StoredSegmentsRecord, 'sums' | 'judged' | RollupList>;

// In characters, of up to three bytes each: below MongoDB's limit of 16 MB.
const MAX_LENGTH = 4_000_000;
// Of one list of a segment.
const PIECE_LENGTH = 300_000;

const textFields = ['sums', 'judged', ...rollupLists] as const;

/** At least one piece if a segment has messages. */
export function serializeSegments(segments: Iterable<[name: string, Rollup]>): SegmentTexts[] {
  const pieces: SegmentTexts[] = [];
  let length = Infinity;
  for (const [name, rollup] of segments) {
    if (rollup.sums.messages === 0) continue;
    for (const { sums, firstAt, judged, ...lists } of serializeRollup(rollup, PIECE_LENGTH)) {
      const texts = Object.entries({
        sums: JSON.stringify([firstAt, ...Object.values(sums)]),
        judged: JSON.stringify(Object.values(judged)),
        ...lists,
      }).filter(([, text]) => text !== '[]');
      const added = texts.reduce((sum, [, text]) => sum + text.length, 0);
      length += added;
      if (length > MAX_LENGTH || pieces.at(-1)?.sums[name] !== undefined) {
        pieces.push({ sums: {}, judged: {} });
        length = added;
      }
      const piece = pieces.at(-1) as SegmentTexts;
      for (const [field, text] of texts) {
        const ofField = piece[field as RollupList | 'sums'] ?? {};
        ofField[name] = text;
        piece[field as RollupList | 'sums'] = ofField;
      }
    }
  }
  return pieces;
}

/** Adds the segments of one piece to those of others. */
export function addSegments(segments: Map<string, Rollup>, piece: SegmentTexts): void {
  for (const name of Object.keys(piece.sums)) {
    const texts = Object.fromEntries(
      textFields.flatMap((field) => {
        const text = piece[field]?.[name];
        return text === undefined ? [] : [[field, text]];
      }),
    );
    const [firstAt, ...sums] = JSON.parse(texts.sums ?? '[null]') as [number | null, ...number[]];
    const rollup = parseRollup({
      ...texts,
      sums: withValues(emptyRollup().sums, sums),
      firstAt,
      judged: withValues(emptyOutcomes(), JSON.parse(texts.judged ?? '[]') as number[]),
    });
    const other = segments.get(name);
    segments.set(name, other === undefined ? rollup : merge([other, rollup], noTime));
  }
}

/** The fields of a piece that have some lists, of the named segments or of all. */
export function textProjection(
  lists: readonly RollupList[],
  names: readonly string[] | null,
): Record<string, 1> {
  const fields = ['sums', 'judged', ...lists].flatMap((field) =>
    names === null ? [field] : names.map((name) => `${field}.${name}`),
  );
  return Object.fromEntries(fields.map((field) => [field, 1]));
}
