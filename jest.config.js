/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // They run apart: npm run test:browser, npm run test:hostile.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/browser/', '<rootDir>/test/e2e/hostile/'],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' } }] },
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  // For slow machines: a test that hangs costs its time only once.
  testTimeout: 120_000,
  // By default jest runs everything in one process on two cores, and keeps what the modules of each file took.
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
};
