const { default: Sequencer } = require('@jest/test-sequencer');

/** The slowest files by far: one of them at the end would run alone. */
const slowFiles = [
  'e2e/durability',
  'unit/evaluation/grounding/properties-time',
  'e2e/online-evaluation-durability',
  'e2e/tutorial',
  'workflows/run-experiment',
  'e2e/runner-races',
  'e2e/outages',
  'workflows/optimize-run-properties',
  'e2e/optimization-leases',
  'workflows/optimize-run',
  'e2e/online-evaluation',
  'e2e/run-reconciler',
  'e2e/runner',
  'e2e/detector-commands',
  'unit/evaluation/judging/judging-pool',
  'integration/analytics/analytics',
  'e2e/otlp-python',
  'integration/analytics/concurrent',
  'e2e/reconciler',
  'e2e/busy-worker',
  'workflows/evaluate-conversation',
  'e2e/hostile-bodies',
  'unit/evaluation/judging/judging-together',
  'browser/pages',
  'browser/experiments',
  'browser/budget',
];

const rankOf = ({ path }) => {
  const rank = slowFiles.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
  return rank === -1 ? slowFiles.length : rank;
};

/** Starts the slowest test files first, in a new checkout too, where jest knows no durations. */
module.exports = class SlowFirstSequencer extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
};
