import { join, resolve } from 'node:path';
import { packageRoot } from '../platform/package-root';
import { withDemoAccount } from './demo/demo-account';
import { countConversations } from './shared/conversation-file';
import { stayUp } from './stay-up';

const SAMPLE_PATH = join(packageRoot, 'demo/conversations.ndjson');

/**
 * `assay demo`: starts everything, checks the conversations of a file, runs two experiments and an
 * optimization run on them, prints the results and addresses on stdout, and runs until SIGINT or SIGTERM.
 * @throws Error when a part fails before that, after everything was stopped
 */
export async function runDemo(options: { env: NodeJS.ProcessEnv; dataPath: string | null }): Promise<void> {
  const dataPath = options.dataPath ?? SAMPLE_PATH;
  const lineCount = await countConversations(dataPath); // a wrong path fails before anything is started
  if (lineCount === 0) throw new Error(`${dataPath} is empty`);
  const { account, env } = withDemoAccount(options.env);
  await stayUp({
    env,
    whenUp: async (service, signal) => {
      const { runDemonstration } = await import('./demo/run-demonstration.js');
      await runDemonstration({
        service,
        account,
        dataPath,
        lineCount,
        dataDir: resolve(env.DATA_DIR || '.assay'),
        temporalNamespace: env.TEMPORAL_NAMESPACE || 'default',
        signal,
        print: (text) => process.stdout.write(`${text}\n`),
        log: (line) => process.stderr.write(`${line}\n`),
      });
    },
  });
}
