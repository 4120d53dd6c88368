import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

/** A package that npm installs without the network, whose command is that of this build. */
export function packAssay(): string {
  return packCommand(`await import(${JSON.stringify(join(packageRoot, 'dist/src/cli/main.js'))});`);
}

/** A package named assay whose command is the given program. */
export function packCommand(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-command-'));
  mkdirSync(join(folder, 'package'));
  writeFileSync(
    join(folder, 'package/package.json'),
    JSON.stringify({ name: 'assay', version: '0.1.0', bin: { assay: 'assay.mjs' } }),
  );
  writeFileSync(join(folder, 'package/assay.mjs'), `#!/usr/bin/env node\n${program}\n`);
  chmodSync(join(folder, 'package/assay.mjs'), 0o755);
  execFileSync('tar', ['-czf', 'assay-0.1.0.tgz', 'package'], { cwd: folder });
  return join(folder, 'assay-0.1.0.tgz');
}
