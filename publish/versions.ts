import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../src/platform/package-root';
import { readRoot } from './artifacts';

/** Every place of the one version that all artifacts have. */
const PLACES: readonly { path: string; pattern: RegExp }[] = [
  { path: 'package.json', pattern: /^( {2}"version": ")([^"]+)(?=")/m },
  { path: 'web/package.json', pattern: /^( {2}"version": ")([^"]+)(?=")/m },
  { path: 'packages/client/package.json', pattern: /^( {2}"version": ")([^"]+)(?=")/m },
  { path: 'packages/client/requests/version.ts', pattern: /^(export const version = ')([^']+)(?=')/m },
  { path: 'clients/python/pyproject.toml', pattern: /^(version = ")([^"]+)(?=")/m },
  { path: 'deploy/helm/Chart.yaml', pattern: /^(version: )(.+)$/m },
  { path: 'deploy/helm/Chart.yaml', pattern: /^(appVersion: )(.+)$/m },
];

/** The places that have another version than this. */
export function differingVersions(version: string): string[] {
  return PLACES.filter(({ path, pattern }) => pattern.exec(readRoot(path))?.[2] !== version).map(
    ({ path }) => path,
  );
}

/** Writes the version into every place, and dates the unreleased changes of the changelog. */
export function writeVersion(version: string, today: string): void {
  for (const { path, pattern } of PLACES) replaceIn(path, (text) => text.replace(pattern, `$1${version}`));
  replaceIn('CHANGELOG.md', (text) =>
    text.replace(/^## \[Unreleased\]$/m, `## [Unreleased]\n\n## [${version}] - ${today}`),
  );
}

function replaceIn(path: string, change: (text: string) => string): void {
  writeFileSync(join(packageRoot, path), change(readRoot(path)));
}
