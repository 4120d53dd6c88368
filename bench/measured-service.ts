import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssayClient } from '../packages/client';
import { signIn } from '../src/cli/demo/sign-in';
import { bringUp, type RunningService } from '../src/cli/service/bring-up';

export interface MeasuredService extends RunningService {
  client: AssayClient;
  /** A workspace-scoped API key. */
  key: string;
  /** Absolute; removed by `stop`. */
  dataDir: string;
}

/** Engines, api and worker with these settings, else the default ones, on a new empty data folder. */
export async function startMeasuredService(
  signal: AbortSignal,
  settings: Record<string, string> = {},
): Promise<MeasuredService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const account = {
    email: 'bench@assay.local',
    password: randomBytes(18).toString('base64url'),
    workspace: 'Bench',
  };
  const env = {
    ...process.env,
    ...settings,
    DATA_DIR: dataDir,
    PORT: '0',
    BOOTSTRAP_EMAIL: account.email,
    BOOTSTRAP_PASSWORD: account.password,
    BOOTSTRAP_WORKSPACE: account.workspace,
  };
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const removeData = () => rmSync(dataDir, { recursive: true, force: true });
  const service = await bringUp({ env, log, signal }).catch((error: unknown) => {
    removeData();
    throw error;
  });
  const stop = async () => {
    await service.stop();
    removeData();
  };
  try {
    const { client, key } = await signIn({ address: service.api, signal }, account);
    return { ...service, stop, client, key, dataDir };
  } catch (error) {
    await stop();
    throw error;
  }
}
