const { setupFiles, testMatch, transform } = require('./jest.config');

/** Attacks on a whole service with default settings: one file after the other, so that what is timed is theirs. */
/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test/e2e/hostile'],
  testMatch,
  transform,
  setupFiles,
  reporters: ['default', '<rootDir>/test/support/attack-reporter.js'],
  maxWorkers: 1,
  testTimeout: process.env.ATTACK_SCALE === 'full' ? 900_000 : 180_000,
};
