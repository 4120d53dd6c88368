import { runBenchWorker } from '../bench-worker';

/** A worker whose only workflow handles updates. */
void runBenchWorker({ workflowsPath: require.resolve('./bare-update.workflow') });
