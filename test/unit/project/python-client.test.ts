import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/platform/package-root';

const read = (file: string) => readFileSync(join(packageRoot, file), 'utf8');

it('gives the Python client the version of the root package', () => {
  const { version } = JSON.parse(read('package.json'));
  expect(/^version = "(.*)"$/m.exec(read('clients/python/pyproject.toml'))?.[1]).toBe(version);
});
