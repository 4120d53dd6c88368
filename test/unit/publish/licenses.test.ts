import { refusedLicenses, type ShippedPackage, shippedPackages, toNotices } from '../../../publish/licenses';

const shipped = (license: string): ShippedPackage => ({
  name: 'a',
  version: '1.0.0',
  license,
  path: 'node_modules/a',
});

it('lists what is shipped, by name, without links and the tools of which nothing is copied', () => {
  const packages = shippedPackages({
    '': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0', license: 'ISC' },
    'web/node_modules/@scope/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/tool': { version: '1.0.0', license: 'MIT', dev: true },
    'node_modules/swagger-ui-dist': { version: '5.0.0', license: 'Apache-2.0', dev: true },
    'node_modules/assay-web': { link: true },
  });

  expect(packages).toEqual([
    { name: '@scope/a', version: '1.0.0', license: 'MIT', path: 'web/node_modules/@scope/a' },
    { name: 'b', version: '2.0.0', license: 'ISC', path: 'node_modules/b' },
    {
      name: 'swagger-ui-dist',
      version: '5.0.0',
      license: 'Apache-2.0',
      path: 'node_modules/swagger-ui-dist',
    },
  ]);
});

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['Apache-2.0 AND MIT', true],
  ['Apache-2.0 AND GPL-3.0', false],
  ['GPL-3.0', false],
  ['unknown', false],
])('of %s, permits: %s', (license, isPermitted) => {
  expect(refusedLicenses([shipped(license)])).toHaveLength(isPermitted ? 0 : 1);
});

it('quotes the license of a package from its files', () => {
  const notices = toNotices([{ name: 'zod', version: '4.0.0', license: 'MIT', path: 'node_modules/zod' }]);

  expect(notices).toContain('zod 4.0.0 (MIT)\n\n');
  expect(notices).toContain('Permission is hereby granted');
});
