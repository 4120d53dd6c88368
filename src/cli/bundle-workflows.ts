import { writeFileSync } from 'node:fs';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { workflowBundlePath } from '../worker-runtime';

/** Part of the build: bundles the compiled workflows, so that workers start without webpack. */
async function main(): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: require.resolve('../../workflows'),
    logger: new DefaultLogger('WARN'),
  });
  writeFileSync(workflowBundlePath, code);
}

void main();
