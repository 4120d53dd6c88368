const { maxWorkers, testSequencer, testTimeout, workerIdleMemoryLimit, ...tests } = require('./jest.config');
const hostile = require('./jest.hostile.config');

/** All tests that may run at the same time. */
/** @type {import('jest').Config} */
module.exports = {
  projects: [tests, ...hostile.projects.filter(({ displayName }) => displayName === 'waiting')],
  testSequencer,
  testTimeout,
  maxWorkers,
  workerIdleMemoryLimit,
  // As for the other attacks.
  forceExit: hostile.forceExit,
};
