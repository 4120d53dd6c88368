const {
  globalSetup,
  globalTeardown,
  setupFiles,
  testEnvironment,
  testMatch,
  transform,
} = require('./jest.config');

/** Real tracing clients, each in its own environment of packages, which the first run installs. */
/** @type {import('jest').Config} */
module.exports = {
  testEnvironment,
  testEnvironmentOptions: { fileLimitMs: 60 * 60_000 },
  roots: ['<rootDir>/test/clients'],
  testMatch,
  transform,
  setupFiles,
  globalSetup,
  globalTeardown,
  // The first run of a client installs its packages.
  testTimeout: 15 * 60_000,
};
