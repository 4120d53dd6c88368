import { AssayClient, AuthenticationError } from '../../../packages/client';
import type { DemoAccount } from './demo-account';

const KEY_LIFETIME_DAYS = 30;
// Longer than the idempotency key of a request whose process crashed stays locked.
const RETRY_PERIOD_MS = 90_000;

export interface SignedIn {
  /** Authenticates with the new key. */
  client: AssayClient;
  key: string;
  workspace: { id: string; name: string };
}

/**
 * Signs in with the password and creates a key for the account's workspace, or its first one.
 * @throws Error with advice when the account does not exist in this database
 */
export async function signIn(
  { address, signal }: { address: string; signal: AbortSignal },
  { email, password, workspace: wanted }: DemoAccount,
): Promise<SignedIn> {
  const service = { baseUrl: address, retryPeriodMs: RETRY_PERIOD_MS };
  const session = new AssayClient(service);
  const { workspaces } = await session
    .request('POST /v1/auth/login', { body: { email, password } }, { signal })
    .catch((error: unknown) => {
      if (!(error instanceof AuthenticationError)) throw error;
      throw new Error(
        `${email} cannot sign in: the database was created with another account. ` +
          'Set BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD to that account, or choose another DATA_DIR',
        { cause: error },
      );
    });
  const workspace = workspaces.find(({ name }) => name === wanted) ?? workspaces[0];
  if (workspace === undefined) throw new Error(`${email} is not a member of any workspace`);

  const { key } = await session.keys.create(
    { name: 'demo', expires_in_days: KEY_LIFETIME_DAYS, scope: 'workspace', workspace_id: workspace.id },
    { signal },
  );
  return { client: new AssayClient({ ...service, apiKey: key }), key, workspace };
}
