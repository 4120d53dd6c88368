const tests = require('./jest.config');
const hostile = require('./jest.hostile.config');

/** What is timed, in CI: each file runs alone. */
/** @type {import('jest').Config} */
module.exports = {
  ...hostile,
  projects: [...tests.projects, ...hostile.projects].filter(({ displayName }) => displayName === 'timed'),
};
