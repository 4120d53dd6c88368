// Prints the slowest test files, and in the last line how many tests passed and failed.
// node summary.cjs <failed phases before the tests> <results of jest …>
const { existsSync, readFileSync } = require('node:fs');
const { relative } = require('node:path');

const [failures, ...paths] = process.argv.slice(2);
let passed = 0;
let failed = Number(failures);
const files = [];
for (const path of paths) {
  // A run that could not begin, or was killed, counts as one failure.
  const results = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  passed += results?.numPassedTests ?? 0;
  failed += results === null ? 1 : results.numFailedTests + results.numRuntimeErrorTestSuites;
  for (const { name, startTime, endTime } of results?.testResults ?? [])
    files.push({ name: relative(process.cwd(), name), seconds: (endTime - startTime) / 1000 });
}
files.sort((a, b) => b.seconds - a.seconds);
if (files.length > 0) console.log('Slowest test files:');
for (const { name, seconds } of files.slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
console.log(`${passed} passed, ${failed} failed`);
