import type { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';

const REPLY_REACH = 5;
const EVIDENCE_REACH = 9;
const MAX_PLACES = 12;
/** The evidence does not have the word. */
const ABSENT = -1;

/** The content words around a word of the reply. */
interface Surroundings {
  idfOfStem: Map<number, number>;
  names: Set<number>;
  weight: number;
}

/**
 * How many of the words around a word, by weight, are around it in the evidence too, and how many of the names and
 * numbers: a word may be in the evidence and yet be said of something else.
 */
export function addContextFeatures(features: FeatureTable, judgedReply: JudgedReply): void {
  const { reply, evidence, table } = judgedReply;
  const { localContext, nameContext } = features.addGroup(['localContext', 'nameContext']);
  localContext.fill(ABSENT);
  nameContext.fill(ABSENT);
  for (let word = 0; word < reply.count; word += 1) {
    const id = reply.ids[word] as number;
    const places = evidence.placesOf(id);
    if (!table.isContent[id] || places.length === 0) continue;
    const surroundings = findSurroundings(judgedReply, word);
    for (const place of places.slice(0, MAX_PLACES)) {
      const shared = countShared(judgedReply, place, surroundings);
      const share = surroundings.weight === 0 ? 1 : shared.weight / surroundings.weight;
      localContext[word] = Math.max(localContext[word] as number, share);
      if (surroundings.names.size > 0) {
        nameContext[word] = Math.max(nameContext[word] as number, shared.names / surroundings.names.size);
      }
    }
  }
}

function findSurroundings({ reply, table }: JudgedReply, word: number): Surroundings {
  const own = table.stems[reply.ids[word] as number] as number;
  const surroundings: Surroundings = { idfOfStem: new Map(), names: new Set(), weight: 0 };
  const last = Math.min(reply.count - 1, word + REPLY_REACH);
  for (let other = Math.max(0, word - REPLY_REACH); other <= last; other += 1) {
    const id = reply.ids[other] as number;
    const stem = table.stems[id] as number;
    if (!table.isContent[id] || stem === own || surroundings.idfOfStem.has(stem)) continue;
    surroundings.idfOfStem.set(stem, table.idf[id] as number);
    surroundings.weight += table.idf[id] as number;
    if (reply.isCapitalized[other] || reply.numbers[other] !== null) surroundings.names.add(stem);
  }
  return surroundings;
}

function countShared({ evidence, table }: JudgedReply, place: number, { idfOfStem, names }: Surroundings) {
  const shared = { weight: 0, names: 0 };
  const seen = new Set<number>();
  const last = Math.min(evidence.words.length - 1, place + EVIDENCE_REACH);
  for (let at = Math.max(0, place - EVIDENCE_REACH); at <= last; at += 1) {
    const stem = table.stems[evidence.words[at] as number] as number;
    const idf = idfOfStem.get(stem);
    if (idf === undefined || seen.has(stem)) continue;
    seen.add(stem);
    shared.weight += idf;
    if (names.has(stem)) shared.names += 1;
  }
  return shared;
}
