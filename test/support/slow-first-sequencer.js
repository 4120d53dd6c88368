const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The slowest files by far: one of them at the end would run alone. Those that mostly wait, for timers and for processes
 * to start, are among those that compute: several of them at a time would leave the processors idle.
 */
const slowFiles = [
  'e2e/durability',
  'e2e/data-durability',
  'e2e/tutorial',
  'e2e/optimization-runs',
  'processes/evaluation/judging/judging-pool',
  'e2e/gate-service',
  'e2e/optimization-leases',
  'e2e/experiment-items',
  'e2e/runner',
  'e2e/service-commands',
  'workflows/run-experiment',
  'workflows/optimize-run-properties',
  'e2e/experiment-comparison',
  'e2e/experiment-plan',
  'e2e/hostile/15-reconciler',
  'e2e/hostile-requests',
  'integration/analytics/analytics',
  'e2e/online-evaluation',
  'e2e/outages',
  'e2e/experiments',
  'e2e/detector-commands',
  'browser/pages',
  'browser/experiments',
  'browser/calibration',
  'browser/settings',
  'browser/polling',
  'e2e/hostile/14-executions-and-locks',
  'e2e/hostile/04-lost-attempts',
  'e2e/reviews',
  'e2e/issue-config',
  'workflows/optimize-run',
  'e2e/findings',
  'e2e/review-queues',
  'e2e/accuracy',
  'e2e/provider-outages',
  'e2e/invitations',
  'e2e/isolation',
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
