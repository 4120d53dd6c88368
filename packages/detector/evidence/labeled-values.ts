import { normalizeWord, scanTokens } from '../base/tokens';
import type { EvidenceUnit, UnitIndex } from './evidence-units';

/** A value that the evidence gives under a name: a field of structured data, or a label with what follows its colon. */
export interface LabeledValue {
  unit: number;
  /** Normalized words of the name, the inner key last. */
  name: readonly string[];
  /** Of the object that holds the field. */
  parent: readonly string[];
  /** In lower case, words only: "out for delivery". */
  value: string;
}

const LABELED = /^[\s*•>-]*([\p{L}][\p{L}\p{N} _/()'’-]{0,40}?)\**\s*[:=]\**\s*(\S[^:=]*)$/u;
const SEPARATOR = /[,;|\n]/;
const KEY_BREAK = /(?<=\p{Ll})(?=\p{Lu})|[_\-.\s]+/u;
const MAX_LENGTH = 400;

/** The values of a unit that have names; a sentence has none. */
export function listLabeledValues(evidence: UnitIndex, unit: number): LabeledValue[] {
  const { field, source, start, end } = evidence.units[unit] as EvidenceUnit;
  if (field !== null) {
    const [name = '', parent = ''] = field.path.toReversed();
    return [{ unit, name: splitKey(name), parent: splitKey(parent), value: normalizeValue(field.value) }];
  }
  if (end - start > MAX_LENGTH) return [];
  const parts = (evidence.texts[source] as string).slice(start, end).split(SEPARATOR);
  return parts.flatMap((part) => {
    const [, label, value] = LABELED.exec(part) ?? [];
    if (label === undefined || value === undefined) return [];
    return [{ unit, name: splitKey(label), parent: [], value: normalizeValue(value) }];
  });
}

const splitKey = (key: string): string[] =>
  key
    .split(KEY_BREAK)
    .map(normalizeWord)
    .filter((word) => word !== '');

const normalizeValue = (value: string): string =>
  scanTokens(value.slice(0, MAX_LENGTH).replaceAll('_', ' '))
    .map(({ text }) => normalizeWord(text))
    .join(' ');
