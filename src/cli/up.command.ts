import { stayUp } from './stay-up';

/**
 * `assay up`: starts everything, prints a line of JSON on stdout when it is ready and runs until SIGINT or
 * SIGTERM.
 */
export async function runUp({ env }: { env: NodeJS.ProcessEnv }): Promise<void> {
  await stayUp({
    env,
    whenUp: (addresses) => {
      process.stdout.write(`${JSON.stringify({ ready: true, ...addresses })}\n`);
    },
  });
}
