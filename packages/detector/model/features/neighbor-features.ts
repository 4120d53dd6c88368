import type { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';

const REACHES = [3, 8] as const;

/** What the words around each word, its clause and its sentence are like. */
export function addNeighborFeatures(features: FeatureTable, { reply }: JudgedReply): void {
  const novelIdf = features.get('novelIdf');
  const likeness = features.get('likeness');
  const isContent = features.get('isContent');
  addMean(features, 'localContextNear5', features.get('localContext'), 5);
  for (const reach of REACHES) {
    addMean(features, `novelIdfNear${reach}`, novelIdf, reach);
    addMean(features, `runNear${reach}`, features.get('copiedRun'), reach);
  }
  const before = features.add('novelBefore');
  const after = features.add('novelAfter');
  for (let i = 0, last = -1; i < reply.count; i += 1) {
    before[i] = last < 0 ? 30 : Math.min(30, i - last);
    if ((novelIdf[i] as number) > 1) last = i;
  }
  for (let i = reply.count - 1, last = -1; i >= 0; i -= 1) {
    after[i] = last < 0 ? 30 : Math.min(30, last - i);
    if ((novelIdf[i] as number) > 1) last = i;
  }
  addSums(features, 'sentence', reply.sentences, { novelIdf, isContent, likeness });
  addSums(features, 'clause', reply.clauses, { novelIdf, isContent, likeness });
}

function addMean(features: FeatureTable, name: string, column: Float32Array, reach: number): void {
  const mean = features.add(name);
  let sum = 0;
  let count = 0;
  for (let i = -reach; i < column.length; i += 1) {
    const entering = i + reach;
    if (entering < column.length) {
      sum += column[entering] as number;
      count += 1;
    }
    const leaving = i - reach - 1;
    if (leaving >= 0) {
      sum -= column[leaving] as number;
      count -= 1;
    }
    if (i >= 0) mean[i] = sum / count;
  }
}

function addSums(
  features: FeatureTable,
  prefix: string,
  ranges: { from: number; to: number }[],
  { novelIdf, isContent, likeness }: Record<'novelIdf' | 'isContent' | 'likeness', Float32Array>,
): void {
  const total = features.add(`${prefix}NovelIdf`);
  const share = features.add(`${prefix}NovelShare`);
  const maxNovelty = features.add(`${prefix}NovelMax`);
  const minLikeness = features.add(`${prefix}LikenessMin`);
  for (const { from, to } of ranges) {
    let sum = 0;
    let content = 0;
    let novel = 0;
    let max = 0;
    let min = 1;
    for (let i = from; i < to; i += 1) {
      sum += novelIdf[i] as number;
      content += isContent[i] as number;
      novel += Number((novelIdf[i] as number) > 1);
      max = Math.max(max, novelIdf[i] as number);
      if (isContent[i]) min = Math.min(min, likeness[i] as number);
    }
    total.fill(sum, from, to);
    share.fill(content === 0 ? 0 : novel / content, from, to);
    maxNovelty.fill(max, from, to);
    minLikeness.fill(min, from, to);
  }
}
