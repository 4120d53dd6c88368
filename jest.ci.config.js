const tests = require('./jest.config');
const hostile = require('./jest.hostile.config');

/** All tests that may run at the same time. */
/** @type {import('jest').Config} */
module.exports = {
  ...tests,
  projects: [...tests.projects, ...hostile.projects.filter(({ displayName }) => displayName === 'waiting')],
  // As for the other attacks.
  forceExit: hostile.forceExit,
};
