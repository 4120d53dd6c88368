import {
  emptySide,
  type Finding,
  itemStatuses,
  type ReplySide,
} from '../../../../src/experiments/store/experiment';
import { ItemCounters } from '../../../../src/experiments/store/item-counters';
import type { TallyItem } from '../../../../src/experiments/store/item-status';
import { fc } from '../../../support/property';
import { tallyItems } from '../../../support/tally-items';

const finding: fc.Arbitrary<Finding> = fc.record({
  label: fc.constantFrom('fabrication', '__proto__', 'a.b'),
  toolName: fc.constantFrom(null, 'search', 'constructor'),
  parameterName: fc.constantFrom(null, 'query.$text'),
});
const findings = fc.array(finding, { maxLength: 3 });
const number = fc.option(fc.nat(1000));
const generation = fc.record({
  model: fc.constantFrom(null, 'old', 'new'),
  inputTokens: number,
  outputTokens: number,
  latencyMs: number,
  costUsd: number,
});

const judged = fc
  .tuple(findings, fc.constantFrom('completed', 'no_verdict', 'not_judgeable'))
  .map(([found, status]) => ({
    findings: status === 'completed' ? found : null,
    hasNoVerdict: status === 'no_verdict',
    isNotJudgeable: status === 'not_judgeable',
  }));

/** An item as stored in each status: only a completed one has a reply and a judged baseline. */
const item: fc.Arbitrary<TallyItem> = fc
  .record({
    status: fc.constantFrom(...itemStatuses),
    replyGeneration: generation,
    replyVerdict: judged,
    baselineGeneration: generation,
    baselineVerdict: judged,
    baselineKind: fc.constantFrom('none' as const, 'judged before' as const, 'judged by the item' as const),
  })
  .map((facts): TallyItem => {
    const isCompleted = facts.status === 'completed';
    const isJudged = facts.baselineKind === 'judged before' || isCompleted;
    const verdict: Partial<ReplySide> = isJudged ? facts.baselineVerdict : {};
    const evaluationsExpected = facts.baselineKind === 'judged by the item' ? 2 : 1;
    return {
      sampleIndex: 0,
      status: facts.status,
      reply: isCompleted ? { ...emptySide, ...facts.replyGeneration, ...facts.replyVerdict } : emptySide,
      baseline:
        facts.baselineKind === 'none' ? null : { ...emptySide, ...facts.baselineGeneration, ...verdict },
      evaluationsExpected,
      evaluationsReceived: isCompleted ? evaluationsExpected : 0,
    };
  });

const isEnded = ({ status }: TallyItem) => ['completed', 'failed', 'skipped'].includes(status);

it('equal the tally of all items, also after serialization', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 20 }), fc.nat(20), (items, storedAfter) => {
      let counters = ItemCounters.none();
      for (const one of items) counters.addCreated(one);
      for (const [index, one] of items.filter(isEnded).entries()) {
        if (index === storedAfter) counters = ItemCounters.fromText(counters.toText());
        counters.addEnded(one);
      }
      const numberOf = (status: string) => items.filter((one) => one.status === status).length;

      const tally = ItemCounters.fromText(counters.toText()).tally({
        queued: numberOf('queued'),
        generating: numberOf('generating'),
        evaluating: numberOf('evaluating'),
      });

      expect(tally).toEqual(tallyItems(items));
    }),
    { numRuns: 500 },
  );
});

it('count failed items as pending once they are open again', () => {
  const counters = ItemCounters.none();
  const failed: TallyItem = {
    sampleIndex: 0,
    status: 'failed',
    reply: emptySide,
    baseline: null,
    evaluationsExpected: 1,
    evaluationsReceived: 0,
  };
  counters.addCreated(failed);
  counters.addEnded(failed);

  counters.reopenFailed();

  const { statusSummary } = counters.tally({ queued: 0, generating: 0, evaluating: 0 });
  expect(statusSummary).toMatchObject({ pending: 1, failed: 0, total: 1 });
});
