import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engineCacheDir } from '../../packages/engines';

const VERSION = '1.7.12';
const BUILD_LIMIT_MS = 10 * 60_000;

/** Builds actionlint once, next to the engines; needs Go. */
export async function installActionlint(): Promise<string> {
  const folder = join(engineCacheDir(process.env), '../clients', `actionlint-${VERSION}`);
  const binary = join(folder, 'actionlint');
  if (!existsSync(binary)) {
    await promisify(execFile)('go', ['install', `github.com/rhysd/actionlint/cmd/actionlint@v${VERSION}`], {
      env: { ...process.env, GOBIN: folder },
      timeout: BUILD_LIMIT_MS,
    });
  }
  return binary;
}
