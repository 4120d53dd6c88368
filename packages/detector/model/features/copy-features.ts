import type { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';

const NEAR = 40;
const FREQUENT = 64;

/** How far each word is inside a passage that is copied from the evidence, and near which words it is there. */
export function addCopyFeatures(features: FeatureTable, judgedReply: JudgedReply): void {
  const run = features.add('copiedRun');
  const runBefore = features.add('copiedBefore');
  const pairBefore = features.add('pairBefore');
  const pairAfter = features.add('pairAfter');
  const distanceBefore = features.add('distanceBefore');
  const distanceAfter = features.add('distanceAfter');
  const { reply, evidence, table } = judgedReply;
  markRuns(judgedReply, run, runBefore);

  let previous = -1;
  for (let i = 0; i < reply.count; i += 1) {
    const id = reply.ids[i] as number;
    const before = i === 0 ? -1 : (reply.ids[i - 1] as number);
    const isPair =
      before >= 0 && areNext(evidence.words, evidence.placesOf(before), evidence.placesOf(id), id, before);
    pairBefore[i] = Number(isPair);
    if (i > 0) pairAfter[i - 1] = Number(isPair);
    if (!table.isContent[id]) continue;
    if (previous >= 0) {
      const near = computeDistance(evidence.placesOf(reply.ids[previous] as number), evidence.placesOf(id));
      distanceBefore[i] = near;
      distanceAfter[previous] = near;
    }
    previous = i;
  }
}

/** Length of the longest run of words in the reply, around each word, that the evidence has in the same order without a gap. */
function markRuns({ reply, evidence }: JudgedReply, run: Float32Array, runBefore: Float32Array): void {
  let active = new Map<number, number>();
  for (let i = 0; i < reply.count; i += 1) {
    const id = reply.ids[i] as number;
    const places = evidence.placesOf(id);
    const next = new Map<number, number>();
    if (places.length < FREQUENT || active.size === 0) {
      for (const place of places) next.set(place, (active.get(place - 1) ?? 0) + 1);
    } else {
      for (const [place, length] of active)
        if (evidence.words[place + 1] === id) next.set(place + 1, length + 1);
    }
    let maxLength = 0;
    for (const length of next.values()) maxLength = Math.max(maxLength, length);
    runBefore[i] = maxLength;
    active = next;
  }
  for (let i = reply.count - 1, whole = 0, left = 0; i >= 0; i -= 1) {
    const length = runBefore[i] as number;
    if (left <= 0 || length > whole) {
      whole = length;
      left = length;
    }
    run[i] = whole;
    left -= 1;
  }
}

/** Whether `id` occurs right after `before`; looks up the rarer of the two. */
function areNext(
  words: readonly number[],
  placesBefore: readonly number[],
  places: readonly number[],
  id: number,
  before: number,
): boolean {
  return placesBefore.length <= places.length
    ? placesBefore.some((place) => words[place + 1] === id)
    : places.some((place) => words[place - 1] === before);
}

/** Smallest distance between two ascending lists of places, at most 40; 41 when one is empty. */
function computeDistance(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return NEAR + 1;
  let best = NEAR;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = (a[i] as number) - (b[j] as number);
    if (difference !== 0) best = Math.min(best, Math.abs(difference));
    if (difference < 0) i += 1;
    else j += 1;
  }
  return best;
}
