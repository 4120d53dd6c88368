const {
  testEnvironment,
  testEnvironmentOptions,
  testMatch,
  testSequencer,
  transform,
} = require('./jest.config');

const project = {
  testEnvironment,
  testEnvironmentOptions,
  roots: ['<rootDir>/test/browser'],
  transform,
  setupFiles: ['<rootDir>/test/support/plain-output.js'],
  globalSetup: '<rootDir>/test/support/browser/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};
const timed = ['<rootDir>/test/browser/budget.test.ts'];

/** The dashboard in a browser, against the whole service: one stack for all files. What is timed runs alone. */
/** @type {import('jest').Config} */
module.exports = {
  projects: [
    { ...project, testMatch, testPathIgnorePatterns: timed },
    { ...project, testMatch: timed, runner: '<rootDir>/test/support/serial-runner.js' },
  ],
  testSequencer,
  maxWorkers: 2,
  // A browser that a failed hook leaves open would keep the process running.
  forceExit: true,
  testTimeout: 120_000,
};
