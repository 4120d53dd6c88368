// Prints the slowest test files, the failed tests, and in the last line how many tests passed and failed.
// node summary.cjs <failed phases before the tests> <results of jest …>
const { existsSync, readFileSync } = require('node:fs');
const { relative } = require('node:path');
const { stripVTControlCharacters } = require('node:util');

const MESSAGE_LINES = 30;

const [failures, ...paths] = process.argv.slice(2);
let passed = 0;
let failed = Number(failures);
const files = [];
const problems = [];
for (const path of paths) {
  // A run that could not begin, or was killed, counts as one failure.
  const results = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
  passed += results?.numPassedTests ?? 0;
  failed += results === null ? 1 : results.numFailedTests + results.numRuntimeErrorTestSuites;
  for (const { name, startTime, endTime, message, assertionResults } of results?.testResults ?? []) {
    const file = relative(process.cwd(), name);
    files.push({ name: file, seconds: (endTime - startTime) / 1000 });
    const refused = assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of refused)
      problems.push({ name: `${file}: ${fullName}`, message: failureMessages.join('\n') });
    if (refused.length === 0 && message !== '') problems.push({ name: file, message });
  }
}
files.sort((a, b) => b.seconds - a.seconds);
if (files.length > 0) console.log('Slowest test files:');
for (const { name, seconds } of files.slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
for (const { name, message } of problems) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !/node_modules|node:internal/.test(line))
    .slice(0, MESSAGE_LINES);
  console.log([`Failed: ${name}`, ...lines.map((line) => `  ${line}`)].join('\n'));
}
console.log(`${passed} passed, ${failed} failed`);
