import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Components, listPackages, selectShipped } from '../../../publish/components';
import { type LockedPackage, shippedPackages, toNotices } from '../../../publish/licenses';
import { packageRoot } from '../../../src/platform/package-root';

const { packages } = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const shipped = shippedPackages(packages);
let components: Components;

beforeAll(async () => {
  components = selectShipped(await listPackages(), shipped);
});

it('lists the packages of the notices, and no others', () => {
  const noticed = [...toNotices(shipped).matchAll(/^(\S+) (\d+\.\d+\.\d+\S*) \(.+\)$/gm)];
  const inNotices = new Set(noticed.map(([, name, version]) => `${name}@${version}`));

  expect(new Set(components.components.map((component) => component['bom-ref']))).toEqual(inNotices);
});

it('lists every dependency of the manifests, and the tools that are copied into the package', () => {
  const names = new Set(
    components.components.map((component) => component['bom-ref'].replace(/@[^@]+$/, '')),
  );
  const needed = ['package.json', 'web/package.json', 'packages/client/package.json'].flatMap((path) =>
    Object.keys(JSON.parse(readFileSync(join(packageRoot, path), 'utf8')).dependencies ?? {}),
  );

  expect([...needed, 'swagger-ui-dist'].filter((name) => !names.has(name))).toEqual([]);
});

it('names only listed packages in the graph', () => {
  const refs = new Set(components.components.map((component) => component['bom-ref']));
  const { ref: product, dependsOn } = components.dependencies[0] ?? { ref: '', dependsOn: [] };
  const unlisted = components.dependencies
    .flatMap((entry) => entry.dependsOn)
    .filter((ref) => !refs.has(ref));

  expect(product).toMatch(/^assay@/);
  expect(dependsOn).toEqual(expect.arrayContaining([expect.stringMatching(/^react@/)]));
  expect(unlisted).toEqual([]);
});
