/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/support/watched-environment.js',
  // Several times what the slowest file needs.
  testEnvironmentOptions: { fileLimitMs: 10 * 60_000 },
  roots: ['<rootDir>/packages', '<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // They run apart: npm run test:browser, npm run test:hostile, npm run test:clients.
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/browser/',
    '<rootDir>/test/e2e/hostile/',
    '<rootDir>/test/clients/',
  ],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' } }] },
  setupFiles: ['<rootDir>/test/support/plain-output.js'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // For slow machines: a test that hangs costs its time only once.
  testTimeout: 120_000,
  testSequencer: '<rootDir>/test/support/slow-first-sequencer.js',
  // One more than the cores of the smallest machine: many files wait for leases and processes most of the time.
  maxWorkers: 3,
  // By default jest keeps what the modules of each file took.
  workerIdleMemoryLimit: '1GB',
};
