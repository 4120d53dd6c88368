import type { EvidenceUnit } from '../../evidence/evidence-units';
import type { WordRange } from '../../evidence/reply-words';
import { CAPITALIZED } from '../../text/names';
import type { FeatureTable } from './feature-table';
import type { JudgedReply } from './judged-reply';

const REACH = 10;
const MAX_UNITS = 8;
const NONE = -1;
const NUMBER_REACH = 3;
const MAX_PLACES = 12;

/**
 * Who did what: whether the names before and after each word are those that the evidence has before and after it, or
 * change places; and whether a number counts the same thing as there.
 */
export function addRoleFeatures(features: FeatureTable, judgedReply: JudgedReply): void {
  const columns = features.addGroup(['nameBefore', 'nameAfter', 'namesSwapped', 'countsSame']);
  const { reply, table } = judgedReply;
  const roles = new EvidenceRoles(judgedReply);
  for (const column of Object.values(columns)) column.fill(NONE);
  const isName = createNameTest(judgedReply);
  for (const sentence of reply.sentences) {
    const stems = Array.from(
      reply.ids.subarray(sentence.from, sentence.to),
      (id) => table.stems[id] as number,
    );
    const names = stems.map((stem, index) => isName(stem, sentence.from + index));
    const neighbors = listNeighbors(stems, names);
    stems.forEach((stem, index) => {
      const word = sentence.from + index;
      if (reply.numbers[word] !== null) columns.countsSame[word] = countsSame(judgedReply, word, sentence);
      const [before, after] = neighbors[index] as [number, number];
      if (!table.isContent[reply.ids[word] as number] || names[index] || (before === NONE && after === NONE))
        return;
      const inEvidence = roles.of(stem);
      columns.nameBefore[word] = computeAgreement(
        before,
        inEvidence.map(([first]) => first),
      );
      columns.nameAfter[word] = computeAgreement(
        after,
        inEvidence.map(([, second]) => second),
      );
      columns.namesSwapped[word] = Number(
        inEvidence.some(([first, second]) => isSame(first, after) || isSame(second, before)),
      );
    });
  }
}

/** A capital marks a name, at the start of a sentence only where the evidence writes the word so elsewhere. */
function createNameTest({ reply, evidence }: JudgedReply): (stem: number, word: number) => boolean {
  return (stem, word) =>
    reply.isCapitalized[word] === 1 ||
    (evidence.nameStems.has(stem) && CAPITALIZED.test(reply.text.charAt(reply.starts[word] as number)));
}

const isSame = (a: number, b: number): boolean => a === b && a !== NONE;

/** 1 where one of the others is the same, 0 where all are others, -1 where there is nothing to compare. */
function computeAgreement(own: number, others: readonly number[]): number {
  const roles = others.filter((other) => other !== NONE);
  if (own === NONE || roles.length === 0) return NONE;
  return Number(roles.includes(own));
}

/** For each of the stems the nearest name before and after it, at most ten words away. */
function listNeighbors(stems: readonly number[], names: readonly boolean[]): [number, number][] {
  const neighbors = stems.map((): [number, number] => [NONE, NONE]);
  for (const [side, step] of [[0, 1] as const, [1, -1] as const]) {
    const first = step === 1 ? 0 : stems.length - 1;
    for (let index = first, name = NONE, age = 0; index >= 0 && index < stems.length; index += step) {
      age += 1;
      if (age <= REACH) (neighbors[index] as [number, number])[side] = name;
      if (names[index]) [name, age] = [stems[index] as number, 0];
    }
  }
  return neighbors;
}

/** The names around every place of a stem in the evidence; units are looked through once. */
class EvidenceRoles {
  private readonly byUnit = new Map<number, Map<number, [number, number][]>>();

  constructor(private readonly judged: JudgedReply) {}

  of(stem: number): [number, number][] {
    const units = this.judged.evidence.unitsOf(stem).slice(0, MAX_UNITS);
    return units.flatMap((unit) => this.inUnit(unit).get(stem) ?? []);
  }

  private inUnit(unit: number): Map<number, [number, number][]> {
    const cached = this.byUnit.get(unit);
    if (cached !== undefined) return cached;
    const { evidence, table } = this.judged;
    const { from, to } = evidence.units[unit] as EvidenceUnit;
    const stems = evidence.words.slice(from, to).map((id) => table.stems[id] as number);
    const neighbors = listNeighbors(
      stems,
      stems.map((stem) => evidence.nameStems.has(stem)),
    );
    const roles = new Map<number, [number, number][]>();
    stems.forEach((stem, index) => {
      const own = neighbors[index] as [number, number];
      const others = roles.get(stem);
      if (others === undefined) roles.set(stem, [own]);
      else others.push(own);
    });
    this.byUnit.set(unit, roles);
    return roles;
  }
}

/** Whether the evidence has the number near the word that follows it in the reply. */
function countsSame({ reply, evidence, table }: JudgedReply, word: number, { to }: WordRange): number {
  const places = evidence.placesOf(reply.ids[word] as number);
  if (places.length === 0) return NONE;
  const last = Math.min(to, word + 1 + NUMBER_REACH);
  for (let next = word + 1; next < last; next += 1) {
    const id = reply.ids[next] as number;
    if (!table.isContent[id] || reply.numbers[next] !== null) continue;
    const stem = table.stems[id] as number;
    const isNear = (place: number): boolean => {
      for (let at = place - NUMBER_REACH; at <= place + NUMBER_REACH; at += 1) {
        if (at !== place && table.stems[evidence.words[at] as number] === stem) return true;
      }
      return false;
    };
    return Number(places.slice(0, MAX_PLACES).some(isNear));
  }
  return NONE;
}
