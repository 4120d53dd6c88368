// Polls /healthz over a separate connection until it is stopped, and reports the longest gap.
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
const url = `${process.argv[2]}/healthz`;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const report = { maxGapMs: 0, responses: 0, failures: 0 };
let isStopping = false;
let lastResponseAt = 0;

const noteGap = () => {
  report.maxGapMs = Math.max(report.maxGapMs, performance.now() - lastResponseAt);
};

function poll() {
  return new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}

process.on('message', () => {
  isStopping = true;
  noteGap();
  process.send(report, () => process.disconnect());
});

// A test that fails leaves without a word.
process.once('disconnect', () => process.exit());

await poll();
lastResponseAt = performance.now();
process.send('ready');
while (!isStopping) {
  if (await poll()) {
    noteGap();
    lastResponseAt = performance.now();
    report.responses += 1;
  } else {
    report.failures += 1;
  }
  await sleep(POLL_MS);
}
agent.destroy();
