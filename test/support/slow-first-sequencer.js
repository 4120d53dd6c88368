const { default: Sequencer } = require('@jest/test-sequencer');

/** The slowest files by far: one of them at the end would run alone. */
const slowFiles = [
  'e2e/durability-decisions',
  'e2e/durability',
  'e2e/hostile/15-reconciler',
  'browser/pages',
  'e2e/online-evaluation-durability',
  'workflows/run-experiment',
  'e2e/tutorial',
  'browser/experiments',
  'browser/calibration',
  'e2e/optimization-holdout',
  'e2e/optimization-leases',
  'e2e/runner-races',
  'e2e/ingestion-durability',
  'integration/ingestion/shared-texts',
  'e2e/outages',
  'processes/evaluation/judging/judging-pool',
  'workflows/optimize-run-properties',
  'e2e/experiment-stopping',
  'e2e/run-reconciler',
  'integration/analytics/analytics',
  'e2e/optimization-runs',
  'e2e/detector-commands',
  'e2e/online-evaluation',
  'e2e/runner',
  'workflows/optimize-run',
  'e2e/experiments',
  'e2e/provider-outages',
  'e2e/invitations',
  'e2e/workspace-deletion-outage',
  'e2e/rejudging',
  'browser/settings',
  'e2e/workspace-deletion',
  'workflows/evaluate-conversation',
  'e2e/hostile/14-executions-and-locks',
  'e2e/comparable-experiments',
  'browser/polling',
  'e2e/hostile/04-lost-attempts',
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
