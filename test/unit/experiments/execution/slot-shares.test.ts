import {
  allocateFairly,
  type RunningExperiment,
  shareSlots,
} from '../../../../src/experiments/execution/slot-shares';
import { fc } from '../../../support/property';

const capacity = { slots: 200, itemsOf: () => 24 };

function running(
  id: string,
  workspaceId: string,
  changes: Partial<RunningExperiment> = {},
): RunningExperiment {
  return { id, workspaceId, providers: ['openai'], demand: 200, ...changes };
}

const windowsOf = (experiments: RunningExperiment[]) =>
  Object.fromEntries([...shareSlots(experiments, capacity)].map(([id, { window }]) => [id, window]));
const limitsOf = (experiments: RunningExperiment[]) =>
  Object.fromEntries([...shareSlots(experiments, capacity)].map(([id, { limit }]) => [id, limit]));

describe('shareSlots', () => {
  it('gives one workspace the whole capacity of a provider, for any number of experiments', () => {
    expect(windowsOf([running('a1', 'a')])).toEqual({ a1: 24 });
    expect(windowsOf([running('a1', 'a'), running('a2', 'a')])).toEqual({ a1: 12, a2: 12 });
  });

  it('shares a provider equally by workspace, not by experiment', () => {
    const windows = windowsOf([
      running('a1', 'a'),
      running('a2', 'a'),
      running('a3', 'a'),
      running('b1', 'b'),
    ]);

    expect(windows).toEqual({ a1: 4, a2: 4, a3: 4, b1: 12 });
  });

  it('gives the unused share of a workspace to others', () => {
    expect(windowsOf([running('a1', 'a'), running('b1', 'b', { demand: 2 })])).toEqual({ a1: 22, b1: 2 });
  });

  it('does not limit experiments of one provider by another', () => {
    const windows = windowsOf([running('a1', 'a', { providers: ['slow'] }), running('b1', 'b')]);

    expect(windows).toEqual({ a1: 24, b1: 24 });
  });

  it('limits an experiment by the scarcer of its two providers', () => {
    const experiments = [
      running('a1', 'a', { providers: ['openai', 'judge'] }),
      running('b1', 'b', { providers: ['judge'] }),
    ];

    expect(windowsOf(experiments)).toEqual({ a1: 12, b1: 12 });
  });

  it('leaves slots free for another workspace if no provider limits the others', () => {
    const free = { providers: [] };

    expect(windowsOf([running('a1', 'a', free)])).toEqual({ a1: 100 });
    expect(windowsOf([running('a1', 'a', free), running('b1', 'b', free)])).toEqual({ a1: 66, b1: 66 });
  });

  it('makes later experiments of a workspace wait if its share is too small', () => {
    const experiments = Array.from({ length: 30 }, (_, index) => running(`a${index}`, 'a'));

    const windows = windowsOf(experiments);

    expect(Object.values(windows).reduce((sum, window) => sum + window, 0)).toBe(24);
    expect(windows).toMatchObject({ a0: 1, a29: 0 });
  });

  it('gives each of many workspaces at least one item', () => {
    const experiments = Array.from({ length: 60 }, (_, index) => running(`e${index}`, `w${index}`));

    expect(Object.values(windowsOf(experiments)).every((window) => window === 1)).toBe(true);
  });

  it('names what keeps an experiment below its demand', () => {
    const free = { providers: [] };

    expect(limitsOf([running('a1', 'a'), running('b1', 'b', { demand: 2 })])).toEqual({
      a1: 'provider',
      b1: null,
    });
    expect(limitsOf([running('a1', 'a', free), running('a2', 'a', { ...free, demand: 20 })])).toEqual({
      a1: 'share',
      a2: null,
    });
  });
});

describe('allocateFairly', () => {
  it('distributes the whole capacity fairly, and never more than demanded', () => {
    const demands = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), demands, (total, demanded) => {
        const shares = allocateFairly(total, demanded);
        const sum = (numbers: number[]) => numbers.reduce((left, right) => left + right, 0);

        expect(sum(shares)).toBe(Math.min(total, sum(demanded)));
        for (const [index, share] of shares.entries()) {
          expect(share).toBeLessThanOrEqual(demanded[index] ?? 0);
          // A share below its demand is within one of the largest share.
          if (share < (demanded[index] ?? 0)) expect(Math.max(...shares) - share).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
