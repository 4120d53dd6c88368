import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';
import { readManifest } from './artifacts';
import { run } from './command';

const SOURCE = 'packages/client';

/** Packs `@assay/client` into `folder`; resolves to the path of the file. */
export async function packClient(folder: string): Promise<string> {
  const stage = mkdtempSync(join(tmpdir(), 'assay-client-'));
  try {
    for (const path of ['dist', 'LICENSE', 'README.md'])
      cpSync(join(packageRoot, SOURCE, path), join(stage, path), { recursive: true });
    const manifest = {
      ...readManifest(`${SOURCE}/package.json`),
      // For older settings of TypeScript, which ignore `exports`. In the clone they would lead imports to this build.
      main: './dist/cjs/index.js',
      types: './dist/cjs/index.d.ts',
    };
    writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest, null, 2));
    const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: stage });
    return join(folder, JSON.parse(packed)[0].filename);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
