const tests = require('./jest.config');
const { waitingFiles } = require('./jest.shared');

/** What computes for most of its time. jest.waiting.config.js has the rest, and jest.timed.config.js what is timed. */
/** @type {import('jest').Config} */
module.exports = {
  ...tests,
  projects: tests.projects
    .filter(({ displayName }) => displayName !== 'timed')
    .map(({ testPathIgnorePatterns = ['/node_modules/'], ...project }) => ({
      ...project,
      testPathIgnorePatterns: [...testPathIgnorePatterns, ...waitingFiles],
    })),
};
