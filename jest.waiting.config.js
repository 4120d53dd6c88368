const hostile = require('./jest.hostile.config');
const { engines, project, run, waitingFiles, withNativeModules } = require('./jest.shared');

/** What waits for most of its time: CI runs it at the same time as jest.ci.config.js. */
/** @type {import('jest').Config} */
module.exports = {
  ...run,
  projects: [
    { ...project, ...withNativeModules, ...engines, displayName: 'whole', testMatch: waitingFiles },
    ...hostile.projects.filter(({ displayName }) => displayName !== 'timed'),
  ],
  maxWorkers: 2,
  // As for all attacks.
  forceExit: hostile.forceExit,
};
