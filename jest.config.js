const { engines, project, run, withNativeModules } = require('./jest.shared');

/** All sources, not only tests: `--changedSince` follows imports through these folders. */
const roots = ['activities', 'bench', 'packages', 'src', 'test', 'web/src', 'workflows'].map(
  (folder) => `<rootDir>/${folder}`,
);
const values = process.argv.flatMap((argument) => argument.split('='));
/** Jest reads `--selectProjects unit,mongo` as one name, so that is the name of both while it is given. */
const nameOf = (project) => values.find((value) => value.split(',').includes(project)) ?? project;
const pure = { ...project, roots, globalSetup: '<rootDir>/test/support/draw-seed.ts' };
const served = { ...project, ...withNativeModules, roots, ...engines };
const pureFolders = '<rootDir>/{test/unit,packages/*/test}/**';

/** Browser tests, attacks, tracing clients and screenshots run apart, each by a script of package.json. */
/** @type {import('jest').Config} */
module.exports = {
  projects: [
    {
      ...pure,
      displayName: nameOf('unit'),
      testMatch: [`${pureFolders}/*.test.ts`, '!**/*-time.test.ts'],
    },
    {
      ...pure,
      displayName: nameOf('timed'),
      testMatch: [`${pureFolders}/*-time.test.ts`],
      runner: '<rootDir>/test/support/serial-runner.js',
    },
    {
      ...served,
      displayName: nameOf('mongo'),
      testMatch: ['<rootDir>/test/integration/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/mongo-setup.ts',
    },
    {
      ...served,
      displayName: nameOf('temporal'),
      testMatch: ['<rootDir>/test/{workflows,replay}/**/*.test.ts'],
    },
    {
      ...served,
      displayName: nameOf('whole'),
      // Any other file of tests, so that none is in no project.
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/packages/[^/]+/test/',
        '<rootDir>/test/(unit|integration|workflows|replay)/',
        '<rootDir>/test/(browser|clients|screenshots|e2e/hostile)/',
      ],
    },
  ],
  ...run,
};
