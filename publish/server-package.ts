import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';
import { type Manifest, readManifest } from './artifacts';
import { run } from './command';
import type { LockedPackage } from './licenses';

/** What command line, server and dashboard read while they run. */
const CONTENT = [
  'dist/activities',
  'dist/packages',
  'dist/src',
  'dist/workflows',
  'dist/web',
  'dist/api-reference',
  'dist/openapi.json',
  'dist/workflow-bundle.js',
  'packages/detector/models',
  'packages/engines/temporal-module',
  'demo',
  'docs',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
];

interface LockFile {
  packages: Record<string, LockedPackage>;
}

/** The manifest of the clone without what only its development needs. */
export function toPublished(manifest: Manifest): Manifest {
  const { private: _private, workspaces, scripts, devDependencies, overrides, ...published } = manifest;
  return published;
}

/** Packs `assay` into `folder`, with the exact versions of its dependencies that the tests ran with. */
export async function packServer(folder: string, notices: string): Promise<void> {
  const stage = mkdtempSync(join(tmpdir(), 'assay-package-'));
  try {
    for (const path of CONTENT) {
      mkdirSync(dirname(join(stage, path)), { recursive: true });
      cpSync(join(packageRoot, path), join(stage, path), { recursive: true, filter: isShipped });
    }
    writeFileSync(join(stage, 'THIRD-PARTY-NOTICES.txt'), notices);
    writeFileSync(
      join(stage, 'package.json'),
      JSON.stringify(toPublished(readManifest('package.json')), null, 2),
    );
    const lockPath = join(stage, 'package-lock.json');
    cpSync(join(packageRoot, 'package-lock.json'), lockPath);
    // Removes from the lock file what the manifest no longer names.
    await run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: stage,
    });
    const untested = untestedVersions(readLock(lockPath), readLock(join(packageRoot, 'package-lock.json')));
    if (untested.length > 0)
      throw new Error(`Other versions than in package-lock.json: ${untested.join(', ')}`);
    renameSync(lockPath, join(stage, 'npm-shrinkwrap.json'));
    await run('npm', ['pack', '--pack-destination', folder], { cwd: stage });
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The packages of a lock file that another one has not in this version. */
export function untestedVersions(lock: LockFile, tested: LockFile): string[] {
  const testedVersions = new Set(versionsIn(tested));
  return versionsIn(lock).filter((version) => !testedVersions.has(version));
}

function versionsIn({ packages }: LockFile): string[] {
  return Object.entries(packages)
    .filter(([path]) => path.includes('node_modules/'))
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`);
}

function readLock(path: string): LockFile {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function isShipped(path: string): boolean {
  return !path.endsWith('.map') && !path.endsWith('.d.ts') && !/[/\\](?:test|bench|training)$/.test(path);
}
