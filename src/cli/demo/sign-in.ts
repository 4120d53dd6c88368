import { createdApiKeySchema } from '../../access/api-keys/api-key.schema';
import { accountSchema } from '../../access/sessions/session.schema';
import { ApiError } from '../../platform/api-client/api-errors';
import type { DemoAccount } from './demo-account';
import { DemoClient, type DemoClientOptions } from './demo-client';

const KEY_LIFETIME_DAYS = 30;

export interface SignedIn {
  /** Authenticates with the new key. */
  client: DemoClient;
  key: string;
  workspace: { id: string; name: string };
}

/**
 * Signs in with the password and creates a key for the account's workspace, or its first one.
 * @throws Error with advice when the account does not exist in this database
 */
export async function signIn(
  options: Omit<DemoClientOptions, 'key'>,
  { email, password, workspace: wanted }: DemoAccount,
): Promise<SignedIn> {
  const session = new DemoClient(options);
  const { workspaces } = await session
    .post('/v1/auth/login', { email, password }, accountSchema)
    .catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      throw new Error(
        `${email} cannot sign in: the database was created with another account. ` +
          'Set BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD to that account, or choose another DATA_DIR',
        { cause: error },
      );
    });
  const workspace = workspaces.find(({ name }) => name === wanted) ?? workspaces[0];
  if (workspace === undefined) throw new Error(`${email} is not a member of any workspace`);

  const request = {
    name: 'demo',
    expires_in_days: KEY_LIFETIME_DAYS,
    scope: 'workspace',
    workspace_id: workspace.id,
  };
  const { key } = await session.post('/v1/api-keys', request, createdApiKeySchema);
  return { client: new DemoClient({ ...options, key }), key, workspace };
}
