import { runBenchWorker } from '../bench-worker';

/** A worker whose one workflow answers updates. */
void runBenchWorker({ workflowsPath: require.resolve('./bare-update.workflow') });
