import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';

/** Licenses without conditions on the code that uses them; what others say has to be read before it is added. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0', // caniuse-lite, which is data
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1', // the font of the dashboard
  'Python-2.0', // argparse
  'Unlicense',
]);

/** Their manifest has no license; what their files say. */
const REVIEWED: Record<string, string> = { unionfs: 'Unlicense' };

/** Development tools of which `npm run build:reference` copies files into the package. */
const COPIED = new Set(['node_modules/swagger-ui-dist']);

export interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  link?: boolean;
}

/** A package that is shipped, or installed with what is shipped. */
export interface ShippedPackage {
  name: string;
  version: string;
  license: string;
  /** In the clone. */
  path: string;
}

/** The shipped packages of a lock file, by name. */
export function shippedPackages(packages: Record<string, LockedPackage>): ShippedPackage[] {
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => {
      const isTool = (dev || devOptional) && !COPIED.has(path);
      return path.includes('node_modules/') && !isTool && !link;
    })
    .map(([path, { version = '', license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, license: license ?? REVIEWED[name] ?? 'unknown', path };
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version));
}

/** Those without a permissive license; of alternatives (`OR`) one is enough. */
export function refusedLicenses(packages: readonly ShippedPackage[]): ShippedPackage[] {
  return packages.filter(({ license }) => {
    const alternatives = license.replace(/[()]/g, '').split(' OR ');
    return !alternatives.some((terms) => terms.split(' AND ').every((term) => PERMISSIVE.has(term)));
  });
}

/** One text with the license of each package, as its files have it. */
export function toNotices(packages: readonly ShippedPackage[]): string {
  const notices = packages.map(
    ({ name, version, license, path }) =>
      `${name} ${version} (${license})\n\n${licenseText(join(packageRoot, path))}`,
  );
  return `Assay is distributed with, or installs, these packages.\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** Empty for a package that is not installed on this platform, or has no such file. */
function licenseText(folder: string): string {
  const files = filesOf(folder).filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(name));
  return files.map((name) => `${readFileSync(join(folder, name), 'utf8').trim()}\n`).join('\n');
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
