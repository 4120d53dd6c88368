import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflows } from '../../src/platform/temporal/bundle-workflows';
import { installQuietRuntime } from './quiet-runtime';
import { testRunFolder } from './test-run';

/**
 * The path of the bundled workflows, as they are in the sources. The first test file that needs the bundle makes it
 * for all: webpack takes longer than most tests.
 */
export async function workflowBundlePath(): Promise<string> {
  const path = join(testRunFolder(), 'workflow-bundle.js');
  if (existsSync(path)) return path;
  installQuietRuntime();
  const code = await bundleWorkflows(require.resolve('../../workflows'));
  // Complete for test files that look for it meanwhile.
  const incomplete = `${path}.${randomUUID()}`;
  writeFileSync(incomplete, code);
  renameSync(incomplete, path);
  return path;
}
