import type { Finding } from '../../checks/finding';
import { Aligner, type Alignment } from '../../evidence/alignment';
import type { UnitIndex } from '../../evidence/evidence-units';
import { type FieldMatch, matchFields } from '../../evidence/field-matches';
import { type ReplyWords, readReply, wordsWithin } from '../../evidence/reply-words';
import type { WordTable } from '../../evidence/word-table';
import { blankOut, scanPrograms } from '../../text/regions';

const FENCE_LINE = /^[ \t]*```[^\n`]{0,40}$/gm;

/** A reply beside its evidence: what all features and explanations are made from. */
export interface JudgedReply {
  reply: ReplyWords;
  evidence: UnitIndex;
  table: WordTable;
  /** For each word, what the plain checks of numbers, names, dates and so on hold against it, or null. */
  checks: (Finding | null)[];
  /** How each sentence and each clause of the reply fits the evidence. */
  alignments: { sentences: Alignment[]; clauses: Alignment[] };
  /** For each word, the field of structured data that it speaks of, or null. */
  fields: (FieldMatch | null)[];
}

/** Sets a reply beside the evidence it may rely on; its words join the table of the evidence. */
export function compareReply(text: string, evidence: UnitIndex, findings: readonly Finding[]): JudgedReply {
  const { table } = evidence;
  const reply = readReply(withoutPrograms(text), table);
  const aligner = new Aligner(reply, evidence, table);
  const alignments = {
    sentences: reply.sentences.map((range) => aligner.align(range)),
    clauses: reply.clauses.map((range) => aligner.align(range)),
  };
  const fields = matchFields(reply, evidence, table);
  return { reply, evidence, table, checks: checksByWord(reply, findings), alignments, fields };
}

function checksByWord(reply: ReplyWords, findings: readonly Finding[]): (Finding | null)[] {
  const checks: (Finding | null)[] = Array.from({ length: reply.count }, () => null);
  for (const finding of findings) {
    const { from, to } = wordsWithin(reply, finding.start, finding.end);
    checks.fill(finding, from, to);
  }
  return checks;
}

/**
 * Puts spaces in place of fenced programs, which state nothing that the evidence could have, and of the lines that open
 * and close a fence around anything else: "```json" says nothing.
 */
function withoutPrograms(text: string): string {
  return blankOut(text, scanPrograms(text)).replace(FENCE_LINE, (line) => ' '.repeat(line.length));
}
