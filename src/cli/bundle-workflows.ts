import { writeFileSync } from 'node:fs';
import { bundleWorkflows } from '../platform/temporal/bundle-workflows';
import { workflowBundlePath } from '../worker-runtime';

/** Part of the build: bundles the compiled workflows, so that workers start without webpack. */
async function main(): Promise<void> {
  writeFileSync(workflowBundlePath, await bundleWorkflows(require.resolve('../../workflows')));
}

void main();
