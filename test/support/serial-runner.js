const { default: TestRunner } = require('jest-runner');

/** Runs one file after the other in the process of jest, even with several workers: for files that measure time. */
module.exports = class SerialRunner extends TestRunner {
  constructor(globalConfig, context) {
    super(globalConfig, context);
    this.isSerial = true;
  }
};
