const { engines, project } = require('./jest.shared');

/** Real tracing clients and CI tools, each in its own environment of packages, which the first run installs. */
/** @type {import('jest').Config} */
module.exports = {
  ...project,
  ...engines,
  testEnvironmentOptions: { fileLimitMs: 60 * 60_000 },
  roots: ['<rootDir>/test/clients'],
  // The first run of a client installs its packages.
  testTimeout: 15 * 60_000,
};
