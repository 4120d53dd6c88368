const {
  setupFiles,
  testEnvironment,
  testEnvironmentOptions,
  testMatch,
  testSequencer,
  transform,
} = require('./jest.config');

/** The dashboard in a browser, against the whole service: one stack for all files, one file after the other. */
/** @type {import('jest').Config} */
module.exports = {
  testEnvironment,
  testEnvironmentOptions,
  roots: ['<rootDir>/test/browser'],
  testMatch,
  transform,
  testSequencer,
  setupFiles,
  globalSetup: '<rootDir>/test/support/browser/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  maxWorkers: 1,
  // All in one process: a browser that a failed hook leaves open would keep it running.
  forceExit: true,
  testTimeout: 120_000,
};
