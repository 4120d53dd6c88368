import { AssayClient } from '../../../../packages/client';
import type { Output } from '../output/output';
import type { ConnectionFlags } from './connection-options';
import { type Connection, findConnection } from './find-connection';
import { describeOtherServer, isUnreadable, toServiceError } from './service-error';

/** What a command needs that talks to a service. */
export interface ServiceCommand extends ConnectionFlags {
  /** Prints the JSON of the API. */
  json?: boolean;
  env: NodeJS.ProcessEnv;
  output: Output;
}

export interface Service {
  client: AssayClient;
  connection: Connection;
}

/** A person waits, and an address may be wrong. */
const RETRY_MS = 5_000;

/** For work that continues without a person, through a restart of the service. */
export const LONG_RETRY_MS = 60_000;

/**
 * Calls `work` with a client of the service.
 * @throws Error of one line for invalid settings, ServiceError for errors of the service, and other errors of `work`
 */
export async function withService<T>(
  { env, ...flags }: ConnectionFlags & { env: NodeJS.ProcessEnv },
  work: (service: Service) => Promise<T>,
  retryPeriodMs: number = RETRY_MS,
): Promise<T> {
  const connection = findConnection(flags, env);
  const { url, apiKey, workspaceId } = connection;
  const client = new AssayClient({ baseUrl: url, apiKey, workspaceId, retryPeriodMs });
  try {
    return await work({ client, connection });
  } catch (error) {
    if (isUnreadable(error) && !(await isAssay(url)))
      throw new Error(describeOtherServer(url), { cause: error });
    throw toServiceError(error, connection);
  }
}

/** Whether a service that responds says that it is Assay. */
function isAssay(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(RETRY_MS) }).then(
    ({ headers }) => headers.has('assay-version'),
    () => true,
  );
}
