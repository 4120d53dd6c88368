import { runBenchWorker } from './bench-worker';

/** The input and the result are of the size of an item's activity. */
const activities = {
  async noOp(_input: { experimentId: string; itemId: string }): Promise<{ costCents: number }> {
    return { costCents: 0 };
  },
};

export type NoOpActivities = typeof activities;

if (require.main === module) {
  void runBenchWorker({ activities, workflowsPath: require.resolve('./no-op.workflow') });
}
