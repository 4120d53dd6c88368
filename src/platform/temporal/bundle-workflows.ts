import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

/**
 * What `packages/statistics` imports for random numbers and long resampling, which workflows do not use: there are no
 * such modules in the sandbox, and a call of one fails.
 */
const LEFT_OUT = ['crypto', 'timers/promises'];
const withoutModules = Object.fromEntries(LEFT_OUT.map((name) => [`node:${name}`, 'var {}']));

/** The code of the workflows, in one file for the sandbox. */
export async function bundleWorkflows(workflowsPath: string): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    ignoreModules: LEFT_OUT,
    webpackConfigHook: ({ externals = [], ...config }) => ({
      ...config,
      externals: [externals, withoutModules].flat(),
    }),
    logger: new DefaultLogger('WARN'),
  });
  return code;
}
