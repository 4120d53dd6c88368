import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const accountSchema = z.object({ email: z.string(), password: z.string(), workspace: z.string() });

/** The account the demo signs in with, and its workspace. */
export type DemoAccount = z.infer<typeof accountSchema>;

/**
 * The account of BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD, or one that is generated at the first start and
 * stored in `demo-account.json` of the data folder; and the environment that makes migration create it.
 * @throws Error when only one of the two variables is set, or the file is invalid
 */
export function withDemoAccount(env: NodeJS.ProcessEnv): { account: DemoAccount; env: NodeJS.ProcessEnv } {
  const account = accountFromEnvironment(env) ?? keptAccount(env);
  return {
    account,
    env: {
      ...env,
      BOOTSTRAP_EMAIL: account.email,
      BOOTSTRAP_PASSWORD: account.password,
      BOOTSTRAP_WORKSPACE: account.workspace,
    },
  };
}

function accountFromEnvironment(env: NodeJS.ProcessEnv): DemoAccount | null {
  const { BOOTSTRAP_EMAIL: email, BOOTSTRAP_PASSWORD: password } = env;
  if (!email && !password) return null;
  if (!email || !password) throw new Error('BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD must be set together');
  return { email, password, workspace: workspaceName(env) };
}

function keptAccount(env: NodeJS.ProcessEnv): DemoAccount {
  const folder = resolve(env.DATA_DIR || '.assay');
  const path = join(folder, 'demo-account.json');
  mkdirSync(folder, { recursive: true });
  const made = {
    email: 'demo@assay.local',
    password: randomBytes(18).toString('base64url'),
    workspace: workspaceName(env),
  };
  try {
    writeFileSync(path, `${JSON.stringify(made, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  try {
    return accountSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Error(`${path} is not a valid account file. Remove it together with its data folder`, {
      cause: error,
    });
  }
}

function workspaceName(env: NodeJS.ProcessEnv): string {
  return env.BOOTSTRAP_WORKSPACE || 'Demo';
}
