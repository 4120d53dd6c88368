require('./compile-cache');
const { rmSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { Worker } = require('node:worker_threads');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Kills the process when a file exceeds its time limit. Runs in another thread, because a test that never returns blocks
 * the timers of its thread. Jest reports the file as failed and runs the others in another process.
 */
const watchdogSource = `
const { writeSync } = require('node:fs');
const { parentPort } = require('node:worker_threads');
let test, timer;
const handlers = {
  startFile({ file, limitMs }) {
    test = 'its first hook or module';
    timer = setTimeout(() => {
      writeSync(2, file + ' hangs in ' + test + ': not done after ' + limitMs / 1000 + ' s\\n');
      process.kill(process.pid, 'SIGKILL');
    }, limitMs);
  },
  startTest({ title }) { test = JSON.stringify(title); },
  endFile() { clearTimeout(timer); },
};
parentPort.on('message', ({ event, ...details }) => handlers[event](details));`;

let watchdog = null;

function notifyWatchdog(event, details) {
  if (watchdog === null) {
    watchdog = new Worker(watchdogSource, { eval: true });
    watchdog.unref();
  }
  watchdog.postMessage({ event, ...details });
}

/**
 * The environment of Node.js with a time limit per file, `fileLimitMs`. Names the running test in a file of the
 * folder RUNNING_TESTS_DIR, if set, so that `.ci/run` can report it.
 */
module.exports = class WatchedEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.file = relative(config.globalConfig.rootDir, context.testPath);
    this.limitMs = config.projectConfig.testEnvironmentOptions.fileLimitMs;
    const folder = process.env.RUNNING_TESTS_DIR;
    this.noteFile = folder ? join(folder, String(process.pid)) : null;
  }

  async setup() {
    await super.setup();
    notifyWatchdog('startFile', { file: this.file, limitMs: this.limitMs });
    this.note('');
  }

  handleTestEvent({ name, test }) {
    if (name !== 'test_start') return;
    notifyWatchdog('startTest', { title: test.name });
    this.note(test.name);
  }

  async teardown() {
    notifyWatchdog('endFile', {});
    if (this.noteFile !== null) rmSync(this.noteFile, { force: true });
    await super.teardown();
  }

  note(title) {
    if (this.noteFile !== null) writeFileSync(this.noteFile, `${this.file} ${title}\n`);
  }
};
