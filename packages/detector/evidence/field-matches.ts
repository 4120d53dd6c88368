import { isNegation } from '../gazetteers/modifiers';
import type { StructuredField } from '../text/structured-data';
import type { UnitIndex } from './evidence-units';
import type { ReplyWords } from './reply-words';
import type { WordTable } from './word-table';

/** A field of structured data that a word speaks of. */
export interface FieldMatch {
  field: StructuredField;
  /** The unit of its value, the first of several. */
  unit: number;
  /** Share of the words of the field's name that are near the word. */
  share: number;
  /** Whether the value is false, "no" or the like. */
  isNegative: boolean;
  /** Denying words before and after. */
  negations: number;
  /** 1: the reply says the contrary of the value, 0: it agrees, 0.5: there is no value, -1: the value is neither true nor false. */
  conflict: number;
}

const REACH = 5;
const NEGATION_BEFORE = 8;
const NEGATION_AFTER = 4;
const NEGATIVE_VALUE = /^(?:no|none|never|false|u'no'|'no'|closed)$/i;

/** For each word of the reply, the field whose name it and the words around it make up best, or null. */
export function matchFields(reply: ReplyWords, evidence: UnitIndex, table: WordTable): (FieldMatch | null)[] {
  return Array.from({ length: reply.count }, (_, word) => {
    const candidates = evidence.fieldsOfStem.find(table.stems[reply.ids[word] as number] as number);
    return candidates === undefined ? null : findBestMatch(candidates, word, reply, evidence, table);
  });
}

function findBestMatch(
  candidates: readonly number[],
  word: number,
  reply: ReplyWords,
  evidence: UnitIndex,
  table: WordTable,
): FieldMatch | null {
  const near = new Set<number>();
  const last = Math.min(reply.count - 1, word + REACH);
  for (let i = Math.max(0, word - REACH); i <= last; i += 1)
    near.add(table.stems[reply.ids[i] as number] as number);
  const isNear = (id: number): boolean => near.has(table.stems[id] as number);
  let share = 0;
  let best: UnitIndex['fields'][number] | null = null;
  for (const index of candidates) {
    const candidate = evidence.fields[index] as UnitIndex['fields'][number];
    const content = candidate.name.filter(([word]) => table.isContent[word as number]);
    const candidateShare = content.filter((forms) => forms.some(isNear)).length / Math.max(1, content.length);
    if (candidateShare > share) {
      share = candidateShare;
      best = candidate;
    }
  }
  if (best === null) return null;
  const { field, unit } = best;
  const negations = countNegations(word, reply, table);
  const isNegative = field.kind === 'false' || (field.kind === 'text' && NEGATIVE_VALUE.test(field.value));
  return {
    field,
    unit,
    share,
    isNegative,
    negations,
    conflict: computeConflict(field, isNegative, negations),
  };
}

function countNegations(word: number, reply: ReplyWords, table: WordTable): number {
  const clause = reply.clauses[reply.clauseOf[word] as number] ?? { from: 0, to: reply.count };
  const from = Math.max(clause.from, word - NEGATION_BEFORE);
  const to = Math.min(clause.to, word + NEGATION_AFTER + 1);
  let negations = 0;
  for (let i = from; i < to; i += 1) {
    if (isNegation(table.words[reply.ids[i] as number] as string)) negations += 1;
  }
  return negations;
}

function computeConflict({ kind }: StructuredField, isNegative: boolean, negations: number): number {
  if (kind === 'null') return 0.5;
  if (kind !== 'true' && !isNegative) return -1;
  return Number(isNegative === (negations === 0));
}
