const { engines, project: shared, run } = require('./jest.shared');

const project = {
  ...shared,
  roots: ['<rootDir>/test/browser'],
  globalSetup: '<rootDir>/test/support/browser/global-setup.ts',
  globalTeardown: engines.globalTeardown,
};
const timed = ['<rootDir>/test/browser/budget.test.ts'];

/** The dashboard in a browser, against the whole service: one stack for all files. What is timed runs alone. */
/** @type {import('jest').Config} */
module.exports = {
  projects: [
    { ...project, testPathIgnorePatterns: timed },
    { ...project, testMatch: timed, runner: '<rootDir>/test/support/serial-runner.js' },
  ],
  testSequencer: run.testSequencer,
  maxWorkers: 2,
  // A browser that a failed hook leaves open would keep the process running.
  forceExit: true,
  testTimeout: run.testTimeout,
};
