import { runBenchWorker } from './bench-worker';

/** Input and result have the size of those of an item's activity. */
const activities = {
  async noOp(_input: { experimentId: string; itemId: string }): Promise<{ costCents: number }> {
    return { costCents: 0 };
  },
};

export type NoOpActivities = typeof activities;

if (require.main === module) {
  void runBenchWorker({ activities, workflowsPath: require.resolve('./no-op.workflow') });
}
