const { engines, project: shared, run } = require('./jest.shared');

const isFull = process.env.ATTACK_SCALE === 'full';

const project = {
  ...shared,
  ...engines,
  testEnvironmentOptions: { fileLimitMs: isFull ? 60 * 60_000 : shared.testEnvironmentOptions.fileLimitMs },
  roots: ['<rootDir>/test/e2e/hostile'],
};
const pathOf = (name) => `<rootDir>/test/e2e/hostile/${name}.test.ts`;
/**
 * They may share the machine with other tests: they count calls, statuses and costs, or wait for most of their time. The
 * bounds of their times are many times what they need, or compare two times under the same load.
 */
const waiting = [
  '02-taken-over-accounts',
  '03-lockout',
  '04-lost-attempts',
  '12-experiments-of-live-runs',
  '13-cost-limits',
  '14-executions-and-locks',
  '15-reconciler',
  '16-prompts-and-payloads',
].map(pathOf);

/** Attacks on a whole service with default settings. What is timed runs alone, one file after the other. */
/** @type {import('jest').Config} */
module.exports = {
  projects: [
    { ...project, displayName: 'waiting', testMatch: waiting },
    {
      ...project,
      displayName: 'timed',
      testPathIgnorePatterns: waiting,
      runner: '<rootDir>/test/support/serial-runner.js',
    },
  ],
  testSequencer: run.testSequencer,
  reporters: ['default', '<rootDir>/test/support/attack-reporter.js'],
  // At full size each attack is alone.
  maxWorkers: isFull ? 1 : 2,
  // A service that a failed hook leaves running would keep the process running.
  forceExit: true,
  testTimeout: isFull ? 900_000 : run.testTimeout,
};
