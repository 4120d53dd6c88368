import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

interface LockedPackage {
  name?: string;
  resolved?: string;
  link?: boolean;
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
  readFileSync(join(packageRoot, 'package-lock.json'), 'utf8'),
);
const packages = Object.entries(lock.packages);

it('has no package that reports installations', () => {
  const reporting = packages
    .filter(([path]) => path.endsWith('node_modules/@scarf/scarf'))
    .filter(([, { name }]) => name !== '@favware/skip-dependency');

  expect(reporting).toEqual([]);
});

it('names no host to download packages from', () => {
  const hosted = packages.filter(([, { resolved, link }]) => link !== true && resolved !== undefined);

  expect(hosted.map(([path]) => path)).toEqual([]);
});
