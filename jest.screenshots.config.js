const { engines, project, run } = require('./jest.shared');

/** Draws the screenshots of the documentation: npm run screenshots. */
/** @type {import('jest').Config} */
module.exports = {
  ...project,
  roots: ['<rootDir>/test/screenshots'],
  globalSetup: '<rootDir>/test/support/browser/global-setup.ts',
  globalTeardown: engines.globalTeardown,
  forceExit: true,
  testTimeout: 2 * run.testTimeout,
};
