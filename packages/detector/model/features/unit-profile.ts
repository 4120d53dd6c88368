import type { EvidenceUnit } from '../../evidence/evidence-units';
import type { JudgedReply } from './judged-reply';

/** The words of a unit of evidence, by what they are compared by. */
export interface UnitProfile {
  stems: Set<number>;
  /** Rows of the lexicon. */
  rows: Set<number>;
  /** First place of each stem of a content word. */
  places: Map<number, number>;
  /** Weight (idf) of the distinct content words. */
  weight: number;
}

/** What words the unit has. */
export function buildProfile({ evidence, table }: JudgedReply, unit: EvidenceUnit): UnitProfile {
  const profile: UnitProfile = { stems: new Set(), rows: new Set(), places: new Map(), weight: 0 };
  for (let place = unit.from; place < unit.to; place += 1) {
    const id = evidence.words[place] as number;
    const stem = table.stems[id] as number;
    if (table.isContent[id]) {
      if (!profile.stems.has(stem)) profile.weight += table.idf[id] as number;
      if (!profile.places.has(stem)) profile.places.set(stem, place);
    }
    profile.stems.add(stem);
    profile.rows.add(table.rows[id] as number);
  }
  return profile;
}
