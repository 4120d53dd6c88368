import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';
import { readManifest, readRoot, releaseFolder } from './artifacts';
import { packClient } from './client-package';
import { run } from './command';
import { listPackages, selectShipped } from './components';
import {
  type LockedPackage,
  refusedLicenses,
  type ShippedPackage,
  shippedPackages,
  toNotices,
} from './licenses';
import { pythonTool } from './python-tools';
import { releaseNotes } from './release-notes';
import { packServer } from './server-package';
import { differingVersions } from './versions';

const inRoot = { cwd: packageRoot };

/** `npm run release`: builds every artifact into `dist/release`. Nothing is published. */
async function main(): Promise<void> {
  const { version } = readManifest('package.json');
  const differing = differingVersions(version);
  if (differing.length > 0)
    throw new Error(`Not ${version}: ${differing.join(', ')}. Use npm run release:version`);
  rmSync(releaseFolder, { recursive: true, force: true });
  for (const folder of ['npm', 'python', 'helm', 'image'])
    mkdirSync(join(releaseFolder, folder), { recursive: true });

  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(readRoot('package-lock.json'));
  const shipped = shippedPackages(lock.packages);
  const refused = refusedLicenses(shipped);
  if (refused.length > 0) throw new Error(`Not permissive: ${refused.map(describe).join(', ')}`);
  const notices = toNotices(shipped);
  write('THIRD-PARTY-NOTICES.txt', notices);
  write('RELEASE-NOTES.md', await releaseNotes());

  await Promise.all([
    packServer(join(releaseFolder, 'npm'), notices),
    packClient(join(releaseFolder, 'npm')),
    buildPythonClient(),
    packChart(version),
    listComponents(shipped),
  ]);
  // `docker` has the files that the Compose file mounts.
  for (const name of ['Dockerfile', '.dockerignore', 'docker-compose.yml', 'docker']) {
    cpSync(join(packageRoot, name), join(releaseFolder, 'image', name), { recursive: true });
  }
  write('SHA256SUMS', checksums());
  process.stdout.write(readFileSync(join(releaseFolder, 'SHA256SUMS')));
}

async function buildPythonClient(): Promise<void> {
  const python = await pythonTool('python');
  const building = [
    '-m',
    'build',
    '--no-isolation',
    '--outdir',
    join(releaseFolder, 'python'),
    'clients/python',
  ];
  await run(python, building, inRoot);
}

async function packChart(version: string): Promise<void> {
  const packing = [
    'package',
    'deploy/helm',
    '--destination',
    join(releaseFolder, 'helm'),
    '--app-version',
    version,
  ];
  await run(await pythonTool('helm'), packing, inRoot);
}

async function listComponents(shipped: readonly ShippedPackage[]): Promise<void> {
  write('sbom.cdx.json', JSON.stringify(selectShipped(await listPackages(), shipped), null, 2));
}

function write(name: string, text: string): void {
  writeFileSync(join(releaseFolder, name), text);
}

/** In the format of `sha256sum --check`. */
function checksums(): string {
  const files = readdirSync(releaseFolder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(releaseFolder, path)).isFile())
    .sort();
  const hashOf = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(releaseFolder, path)))
      .digest('hex');
  return files.map((path) => `${hashOf(path)}  ${path}\n`).join('');
}

function describe({ name, version, license }: { name: string; version: string; license: string }): string {
  return `${name} ${version} (${license})`;
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
