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
