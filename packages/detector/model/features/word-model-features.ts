import type { StructuredField } from '../../text/structured-data';
import { addAlignmentFeatures } from './alignment-features';
import { addContextFeatures } from './context-features';
import { addCopyFeatures } from './copy-features';
import { addDayFeatures } from './day-features';
import { addEditFeatures } from './edit-features';
import { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';
import { addNeighborFeatures } from './neighbor-features';
import { addNoveltyFeatures } from './novelty-features';
import { addRoleFeatures } from './role-features';
import { addVectorFeatures, addWordFeatures } from './word-features';

/** The input of the network, one row for each word of the reply. */
export function computeWordFeatures(judgedReply: JudgedReply): FeatureTable {
  const features = new FeatureTable(judgedReply.reply.count);
  addWordFeatures(features, judgedReply);
  addNoveltyFeatures(features, judgedReply);
  addCopyFeatures(features, judgedReply);
  addContextFeatures(features, judgedReply);
  addAlignmentFeatures(features, judgedReply);
  addEditFeatures(features, judgedReply);
  addFieldFeatures(features, judgedReply);
  addDayFeatures(features, judgedReply);
  addRoleFeatures(features, judgedReply);
  addNeighborFeatures(features, judgedReply);
  addVectorFeatures(features, judgedReply);
  return features;
}

const KINDS: Record<StructuredField['kind'], number> = { null: 1, false: 2, true: 3, number: 4, text: 5 };

/** Whether the reply agrees with the value of a field of structured data. */
function addFieldFeatures(features: FeatureTable, { fields }: JudgedReply): void {
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
