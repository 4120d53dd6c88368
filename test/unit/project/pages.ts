import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

/** The rooms of the service. */
export function listRooms(): string[] {
  return readdirSync(join(packageRoot, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/${name}`);
}

/** Every page of the documentation, relative to the root of the package. */
export const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'clients/python/README.md',
  'demo/README.md',
  'packages/client/README.md',
  'packages/concurrency/README.md',
  'packages/detector/README.md',
  'packages/detector/models/README.md',
  'packages/detector/training/README.md',
  'packages/engines/README.md',
  'packages/formats/README.md',
  'packages/gate/README.md',
  'packages/json-schema/README.md',
  'packages/statistics/README.md',
  'packages/text/README.md',
  ...listRooms().map((room) => `${room}/README.md`),
  ...['docs', 'docs/adr'].flatMap((folder) =>
    readdirSync(join(packageRoot, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];

/** A fenced code block, up to the fence of the same form. */
const FENCED = /^( *)(```|~~~).*?^\1\2/gms;

/** A Markdown page without its fenced code, in the same lines. */
export function withoutFences(page: string): string {
  return page.replace(FENCED, (fenced) => fenced.replace(/[^\n]/g, ' '));
}
