const { setupFiles, testMatch, testSequencer, transform } = require('./jest.config');

/** The dashboard in a browser, against the whole service: one stack for all files, one file after the other. */
/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test/browser'],
  testMatch,
  transform,
  testSequencer,
  setupFiles,
  globalSetup: '<rootDir>/test/support/browser/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  maxWorkers: 1,
  testTimeout: 120_000,
};
