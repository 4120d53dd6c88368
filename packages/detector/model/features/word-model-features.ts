import { addAlignmentFeatures } from './alignment-features';
import { addContextFeatures } from './context-features';
import { addCopyFeatures } from './copy-features';
import { addDayFeatures } from './day-features';
import { addEditFeatures } from './edit-features';
import { FeatureTable } from './feature-table';
import { addFieldFeatures } from './field-features';
import type { JudgedReply } from './judged-reply';
import { addNeighborFeatures } from './neighbor-features';
import { addNoveltyFeatures } from './novelty-features';
import { addRoleFeatures } from './role-features';
import { addVectorFeatures, addWordFeatures } from './word-features';

/** The input of the network, one row for each word of the reply. */
export function computeWordFeatures(judged: JudgedReply): FeatureTable {
  const features = new FeatureTable(judged.reply.count);
  addWordFeatures(features, judged);
  addNoveltyFeatures(features, judged);
  addCopyFeatures(features, judged);
  addContextFeatures(features, judged);
  addAlignmentFeatures(features, judged);
  addEditFeatures(features, judged);
  addFieldFeatures(features, judged);
  addDayFeatures(features, judged);
  addRoleFeatures(features, judged);
  addNeighborFeatures(features, judged);
  addVectorFeatures(features, judged);
  return features;
}
