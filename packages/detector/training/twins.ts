import { scanSentences } from '../base/sentences';
import type { LabeledCase } from './labeled-data';
import { evidenceOf, replyOf } from './twins-cases';
import { plantDates } from './twins-dates';
import { createDraw } from './twins-draw';
import { type Change, EvidenceText, type Planter, type PlantingSite } from './twins-ground';
import { gatherNames } from './twins-name-pool';
import { plantNames } from './twins-names';
import { plantNegations } from './twins-negations';
import { plantNumbers, plantNumbersOfOthers } from './twins-numbers';
import { plantAntonyms, plantQuantifiers } from './twins-opposites';
import { listReplies, type Reply } from './twins-replies';
import { plantSwappedRoles } from './twins-roles';
import { plantUnits } from './twins-units';

const planters = {
  number: plantNumbers,
  number_of_other: plantNumbersOfOthers,
  name: plantNames,
  negation: plantNegations,
  swapped_roles: plantSwappedRoles,
  date: plantDates,
  antonym: plantAntonyms,
  quantifier: plantQuantifiers,
  unit: plantUnits,
} as const satisfies Record<string, Planter>;
export type TwinKind = keyof typeof planters;
export const twinKinds = Object.keys(planters) as TwinKind[];

/** A half-open range of UTF-16 indexes. */
export interface Range {
  start: number;
  end: number;
}

/** Two replies to the same messages that differ in one place: `clean` is true of the evidence, `changed` is not. */
export interface Twin {
  id: string;
  kind: TwinKind;
  form: Reply['form'];
  origin: LabeledCase;
  clean: { text: string; place: Range };
  changed: { text: string; place: Range };
}

/**
 * Creates up to `perKind` twins of every kind from replies without hallucinations and from sentences of their
 * evidence. A source contributes at most one twin per kind. The same arguments yield the same twins.
 */
export function makeTwins(
  cases: LabeledCase[],
  { perKind, seed }: { perKind: number; seed: string },
): Twin[] {
  const sound = cases.filter((labeled) => !labeled.hallucinated && replyOf(labeled) !== null);
  const names = gatherNames(sound);
  return twinKinds.flatMap((kind) => {
    const draw = createDraw(`${seed}/${kind}`);
    const twins: Twin[] = [];
    const usedSources = new Set<string>();
    for (const origin of draw.shuffled(sound)) {
      if (twins.length === perKind) break;
      if (usedSources.has(origin.source)) continue;
      const evidence = new EvidenceText(evidenceOf(origin));
      const site = { evidence, draw, foreignNames: names.ofOthers(origin.source) };
      const twin = plantOne(origin, kind, site);
      if (twin === null) continue;
      usedSources.add(origin.source);
      twins.push({ ...twin, id: `twin-${kind}-${twins.length + 1}` });
    }
    return twins;
  });
}

function plantOne(origin: LabeledCase, kind: TwinKind, site: PlantingSite): Omit<Twin, 'id'> | null {
  for (const { form, text } of listReplies(origin, site.draw)) {
    const change = plant(text, planters[kind], site);
    if (change === null) continue;
    const { start, end, replacement } = change;
    const changed = text.slice(0, start) + replacement + text.slice(end);
    return {
      kind,
      form,
      origin,
      clean: { text, place: { start, end } },
      changed: { text: changed, place: { start, end: start + replacement.length } },
    };
  }
  return null;
}

/** A list marker only, or a phrase about the reply itself. */
const NOT_A_STATEMENT = /^\W*\S+$|\b(?:un)?able to answer\b|\?$/i;

function plant(text: string, planter: Planter, site: PlantingSite): Change | null {
  for (const sentence of site.draw.shuffled(scanSentences(text))) {
    if (NOT_A_STATEMENT.test(sentence.text)) continue;
    const change = site.draw.one(planter(sentence.text, site));
    if (change !== undefined) {
      return { ...change, start: sentence.start + change.start, end: sentence.start + change.end };
    }
  }
  return null;
}
