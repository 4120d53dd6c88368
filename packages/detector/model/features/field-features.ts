import type { StructuredField } from '../../text/structured-data';
import type { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';

const KINDS: Record<StructuredField['kind'], number> = { null: 1, false: 2, true: 3, number: 4, text: 5 };

/** Whether what the reply says of a field of structured data agrees with its value. */
export function addFieldFeatures(features: FeatureTable, { fields }: JudgedReply): void {
  const kind = features.add('fieldKind');
  const share = features.add('fieldShare');
  const conflict = features.add('fieldConflict');
  const negations = features.add('fieldNegations');
  fields.forEach((match, word) => {
    if (match === null) return;
    kind[word] = match.isNegative ? KINDS.false : KINDS[match.field.kind];
    share[word] = match.share;
    conflict[word] = match.conflict;
    negations[word] = match.negations;
  });
}
