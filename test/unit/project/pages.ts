import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

/** Every page of the documentation, relative to the root of the package. */
export const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'demo/README.md',
  'packages/detector/README.md',
  'packages/detector/models/README.md',
  'packages/detector/training/README.md',
  'packages/formats/README.md',
  'packages/statistics/README.md',
  ...['docs', 'docs/adr'].flatMap((folder) =>
    readdirSync(join(packageRoot, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  ),
];
