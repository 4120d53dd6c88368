import { newestChanges } from '../../../publish/release-notes';
import { toPublished, untestedVersions } from '../../../publish/server-package';
import { differingVersions } from '../../../publish/versions';
import { version } from '../../../src/platform/version';

it('publishes a manifest without what only development needs', () => {
  const published = toPublished({
    name: 'assay',
    version: '1.0.0',
    private: true,
    workspaces: ['web'],
    scripts: { build: 'tsc' },
    devDependencies: { jest: '1' },
    overrides: { a: 'b' },
    dependencies: { express: '5' },
  });

  expect(published).toEqual({ name: 'assay', version: '1.0.0', dependencies: { express: '5' } });
});

it('finds versions of packages that the tests did not run with, wherever they are installed', () => {
  const tested = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/a': { version: '1.0.0' },
      'web/node_modules/@s/b': { version: '2.0.0' },
    },
  };
  const shrinkwrap = {
    packages: {
      'node_modules/@s/b': { version: '2.0.0' },
      'node_modules/@s/b/node_modules/a': { version: '1.1.0' },
    },
  };

  expect(untestedVersions(shrinkwrap, tested)).toEqual(['a@1.1.0']);
});

it('has one version in every manifest', () => {
  expect(differingVersions(version)).toEqual([]);
});

it('also replaces the version that the TypeScript client compares', () => {
  expect(differingVersions('99.0.0')).toContain('packages/client/requests/version.ts');
});

it('takes the newest section of a changelog for the notes', () => {
  const changelog = '# Changelog\n\n## [Unreleased]\n\n- new\n\n## [0.1.0] - 2026-01-01\n\n- old\n';

  expect(newestChanges(changelog)).toBe('## [Unreleased]\n\n- new');
});
