const { setupFiles, testEnvironment, testMatch, transform } = require('./jest.config');

const isFull = process.env.ATTACK_SCALE === 'full';

/** Attacks on a whole service with default settings: one file after the other, so that what is timed is theirs. */
/** @type {import('jest').Config} */
module.exports = {
  testEnvironment,
  testEnvironmentOptions: { fileLimitMs: isFull ? 60 * 60_000 : 10 * 60_000 },
  roots: ['<rootDir>/test/e2e/hostile'],
  testMatch,
  transform,
  setupFiles,
  reporters: ['default', '<rootDir>/test/support/attack-reporter.js'],
  maxWorkers: 1,
  // All in one process: a service that a failed hook leaves running would keep it running.
  forceExit: true,
  testTimeout: isFull ? 900_000 : 180_000,
};
