import { blankOut, scanPrograms } from '../text/regions';
import { Aligner, type Alignment } from './alignment';
import type { UnitIndex } from './evidence-units';
import { type FieldMatch, matchFields } from './field-matches';
import { type ReplyWords, readReply, type WordRange } from './reply-words';
import type { WordTable } from './word-table';

const FENCE_LINE = /^[ \t]*```[^\n`]{0,40}$/gm;

/** A reply set against its evidence: what checks, features and explanations compare. */
export interface AlignedReply {
  reply: ReplyWords;
  evidence: UnitIndex;
  table: WordTable;
  /** How each sentence and each clause of the reply fits the evidence. */
  alignments: { sentences: Alignment[]; clauses: Alignment[] };
  /** What `alignWords` has found, by its ranges. */
  alignedWords: Map<string, Int32Array>;
  /** For each word, the field of structured data that it speaks of, or null. */
  fields: (FieldMatch | null)[];
}

/**
 * Sets a reply against the evidence it may rely on; its words join the table of the evidence. `earlier` is the same reply
 * with other parts blanked out, which spares the alignment of what is the same in both.
 */
export function alignReply(text: string, evidence: UnitIndex, earlier?: AlignedReply): AlignedReply {
  const { table } = evidence;
  const reply = readReply(blankOutPrograms(text), table);
  const aligner = new Aligner(reply, evidence, table);
  const cache = earlier === undefined ? new Map<string, Alignment>() : listKnown(earlier, reply);
  const align = (range: WordRange): Alignment => {
    const key = keyOf(reply, range);
    const alignment = cache.get(key) ?? aligner.align(range);
    cache.set(key, alignment);
    return alignment;
  };
  const alignments = { sentences: reply.sentences.map(align), clauses: reply.clauses.map(align) };
  const fields = matchFields(reply, evidence, table);
  return { reply, evidence, table, alignments, alignedWords: new Map(), fields };
}

/** The sentences and those of the clauses that are not a whole sentence, with their alignments. */
export function listRanges({ reply, alignments }: AlignedReply): [WordRange, Alignment][] {
  const wholes = new Set(alignments.sentences);
  return [
    ...reply.sentences.map((range, index): [WordRange, Alignment] => [
      range,
      alignments.sentences[index] as Alignment,
    ]),
    ...reply.clauses.flatMap((range, index): [WordRange, Alignment][] => {
      const alignment = alignments.clauses[index] as Alignment;
      return wholes.has(alignment) ? [] : [[range, alignment]];
    }),
  ];
}

function listKnown({ reply: before, alignments }: AlignedReply, reply: ReplyWords): Map<string, Alignment> {
  const isSame = ({ from, to }: WordRange): boolean => {
    const [start, end] = [before.starts[from], before.ends[to - 1]];
    return before.text.slice(start, end) === reply.text.slice(start, end);
  };
  const cache = new Map<string, Alignment>();
  for (const kind of ['sentences', 'clauses'] as const)
    for (const [index, range] of before[kind].entries())
      if (isSame(range)) cache.set(keyOf(before, range), alignments[kind][index] as Alignment);
  return cache;
}

const keyOf = ({ starts, ends }: ReplyWords, { from, to }: WordRange): string =>
  `${starts[from]} ${ends[to - 1]}`;

/**
 * Puts spaces in place of fenced programs, which state nothing that the evidence could have, and of the lines that open
 * and close a fence around anything else: "```json" says nothing.
 */
function blankOutPrograms(text: string): string {
  return blankOut(text, scanPrograms(text)).replace(FENCE_LINE, (line) => ' '.repeat(line.length));
}
