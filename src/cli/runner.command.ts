import { runRunnerProcess } from '../runner-runtime';
import type { ConnectionFlags } from './shared/connection/connection-options';
import { findConnection } from './shared/connection/find-connection';
import { toServiceError } from './shared/connection/service-error';

interface RunnerCommand {
  /** Settings of the command line, under the names of the environment variables. */
  settings: Record<string, string>;
  isOnce: boolean;
  env: NodeJS.ProcessEnv;
}

/**
 * `assay runner`: works on optimization runs until it is stopped.
 * @throws Error for invalid settings, ServiceError when the service refuses the key
 */
export async function runRunnerCommand(
  flags: ConnectionFlags,
  { settings, isOnce, env }: RunnerCommand,
): Promise<void> {
  const connection = findConnection(flags, env);
  const { url, apiKey, workspaceId } = connection;
  const service = { ASSAY_URL: url, ASSAY_API_KEY: apiKey, ASSAY_WORKSPACE_ID: workspaceId ?? '' };
  try {
    await runRunnerProcess({ ...settings, ...service }, isOnce);
  } catch (error) {
    throw toServiceError(error, connection);
  }
}
