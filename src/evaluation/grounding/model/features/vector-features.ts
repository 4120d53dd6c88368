import type { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';

/** What each word is like, whatever the evidence says: an axis of its vector a column, zeros for a word without one. */
export function addVectorFeatures(features: FeatureTable, { reply, table }: JudgedReply): void {
  const axes = Array.from({ length: table.lexicon.dimensions }, (_, axis) => features.add(`vector${axis}`));
  for (let i = 0; i < reply.count; i += 1) {
    const vector = table.vectorOf(reply.ids[i] as number);
    if (vector === null) continue;
    axes.forEach((column, axis) => {
      column[i] = vector[axis] as number;
    });
  }
}
