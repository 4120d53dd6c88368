import type { Mix } from '../../../src/review/accuracy/sampled-population.repository';
import { listStale, type SampleConditions } from '../../../src/review/accuracy/staleness';

const mix = (counts: Record<string, number>): Mix => ({
  total: Object.values(counts).reduce((sum, count) => sum + count, 0),
  counts: new Map(Object.entries(counts)),
});
const unchanged: SampleConditions = {
  versions: [{ evaluatorVersion: 2, issueConfigVersion: 3 }],
  evaluatorVersion: 2,
  labels: { version: 3, createdAt: new Date('2026-01-01') },
  sampledAt: new Date('2026-02-01'),
  isOtherPopulation: false,
  mixes: [{ before: mix({ gpt: 900 }), after: mix({ gpt: 50 }) }],
};
const staleOf = (changes: Partial<SampleConditions>) => listStale({ ...unchanged, ...changes });

describe('listStale', () => {
  it('is empty where nothing has changed', () => {
    expect(staleOf({})).toEqual([]);
  });

  it('names the version of the evaluator, also where it has judged only a part', () => {
    expect(staleOf({ evaluatorVersion: 3 })).toEqual(['evaluator_version']);
    const versions = [...unchanged.versions, { evaluatorVersion: 1, issueConfigVersion: 3 }];
    expect(staleOf({ versions })).toEqual(['evaluator_version']);
  });

  it('names the labels: of the verdicts, of the reviews, and where requests had different ones', () => {
    const later = { version: 4, createdAt: new Date('2026-03-01') };
    expect(staleOf({ labels: later })).toEqual(['labels']);
    const judgedAgain = [{ evaluatorVersion: 2, issueConfigVersion: 4 }];
    expect(staleOf({ labels: later, versions: judgedAgain })).toEqual(['labels']);
    const own = { evaluatorVersion: 2, issueConfigVersion: null };
    expect(staleOf({ versions: [own] })).toEqual([]);
    expect(staleOf({ versions: [own, ...unchanged.versions] })).toEqual(['labels']);
  });

  it('names the population where other replies are selected, or the later traffic is another mix', () => {
    const before = mix({ gpt: 900, claude: 100 });
    expect(staleOf({ isOtherPopulation: true })).toEqual(['population']);
    const mixed = (other: number, same: number) =>
      staleOf({ mixes: [{ before, after: mix({ new: other, gpt: same }) }] });
    expect(mixed(60, 40)).toEqual(['population']);
    // Within ten points, or too few to tell.
    expect(mixed(8, 92)).toEqual([]);
    expect(mixed(1, 1)).toEqual([]);
  });
});
