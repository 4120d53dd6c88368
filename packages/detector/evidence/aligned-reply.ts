import { blankOut, scanPrograms } from '../text/regions';
import { Aligner, type Alignment } from './alignment';
import type { UnitIndex } from './evidence-units';
import { type FieldMatch, matchFields } from './field-matches';
import { type ReplyWords, readReply } from './reply-words';
import type { WordTable } from './word-table';

const FENCE_LINE = /^[ \t]*```[^\n`]{0,40}$/gm;

/** A reply set against its evidence: what checks, features and explanations compare. */
export interface AlignedReply {
  reply: ReplyWords;
  evidence: UnitIndex;
  table: WordTable;
  /** How each sentence and each clause of the reply fits the evidence. */
  alignments: { sentences: Alignment[]; clauses: Alignment[] };
  /** For each word, the field of structured data that it speaks of, or null. */
  fields: (FieldMatch | null)[];
}

/** Sets a reply against the evidence it may rely on; its words join the table of the evidence. */
export function alignReply(text: string, evidence: UnitIndex): AlignedReply {
  const { table } = evidence;
  const reply = readReply(blankOutPrograms(text), table);
  const aligner = new Aligner(reply, evidence, table);
  const alignments = {
    sentences: reply.sentences.map((range) => aligner.align(range)),
    clauses: reply.clauses.map((range) => aligner.align(range)),
  };
  return { reply, evidence, table, alignments, fields: matchFields(reply, evidence, table) };
}

/**
 * Puts spaces in place of fenced programs, which state nothing that the evidence could have, and of the lines that open
 * and close a fence around anything else: "```json" says nothing.
 */
function blankOutPrograms(text: string): string {
  return blankOut(text, scanPrograms(text)).replace(FENCE_LINE, (line) => ' '.repeat(line.length));
}
