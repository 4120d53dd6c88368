import type { LabeledCase } from './labeled-data';
import { evidenceOf, replyOf } from './twins-cases';
import type { Name } from './twins-ground';
import { findNames } from './twins-names';

/** Names by kind, with the sources they occur in. */
export interface NamePool {
  /** The names that do not occur in `source`. */
  ofOthers(source: string): (kind: Name['kind']) => string[];
}

/** Collects the names that occur in both the replies and their evidence. */
export function gatherNames(cases: LabeledCase[]): NamePool {
  const sourcesOf: Record<Name['kind'], Map<string, Set<string>>> = {
    person: new Map(),
    place: new Map(),
    organisation: new Map(),
  };
  for (const labeled of cases) {
    const evidence = evidenceOf(labeled);
    for (const { text, kind } of findNames(replyOf(labeled) ?? '')) {
      if (!evidence.includes(text)) continue;
      const sources = sourcesOf[kind].get(text) ?? new Set();
      sourcesOf[kind].set(text, sources.add(labeled.source));
    }
  }
  return {
    ofOthers: (source) => (kind) =>
      [...sourcesOf[kind]].filter(([, sources]) => !sources.has(source)).map(([name]) => name),
  };
}
