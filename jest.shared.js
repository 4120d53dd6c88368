const engines = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** What every project of tests has. */
const project = {
  testEnvironment: '<rootDir>/test/support/watched-environment.js',
  // Several times what the slowest file needs.
  testEnvironmentOptions: { fileLimitMs: 20 * 60_000 },
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' } }] },
  setupFiles: ['<rootDir>/test/support/plain-output.js'],
  // Jest looks up the globals of a test through a proxy, which took half the time of pure code. These are passed to each
  // module instead: no name that a module declares at its top level, and none that fake timers replace.
  sandboxInjectedGlobals: [
    'Array',
    'BigInt',
    'JSON',
    'Map',
    'Math',
    'Number',
    'Object',
    'RegExp',
    'Set',
    'String',
  ],
};

const root = __dirname.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const native = '<rootDir>/test/support/native-modules.js';

/** Libraries that both the tests and the service use, and that have a state. */
const shared = '@temporalio/[^/]+|bson|connect-mongo|mongodb|mongoose';

/** For tests of the whole service: its modules are loaded once per process, and not for each file. */
const withNativeModules = {
  testEnvironment: '<rootDir>/test/support/native-environment.js',
  transform: {
    [`^${root}/(?:src|packages|workflows|activities)/.+\\.ts$`]: native,
    [`^${root}/test/support/quiet-runtime\\.ts$`]: native,
    [`/node_modules/(?:${shared})/.+\\.c?js$`]: native,
    ...project.transform,
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${shared})/)`],
};

/** What is set for a whole run, and ignored in a project. */
const run = {
  // For slow machines: a test that hangs costs its time only once. What must be fast is measured.
  testTimeout: 300_000,
  testSequencer: '<rootDir>/test/support/slow-first-sequencer.js',
  // Two more than the cores of the smallest machine: many files wait for leases and processes most of the time.
  maxWorkers: 4,
  // By default jest keeps what the modules of each file took.
  workerIdleMemoryLimit: '1GB',
};

/** They start processes, kill them and poll: most of the time the processors are free for others. */
const waitingFiles = [
  'data-durability',
  'durability',
  'gate-service',
  'pipelines-service',
  'runner',
  'service-commands',
].map((name) => `<rootDir>/test/e2e/${name}.test.ts`);

module.exports = { engines, project, run, waitingFiles, withNativeModules };
