// Puts the engines into the cache before the tests, which have a time limit of their own.
const { resolveEngine } = require('../dist/packages/engines');

const log = (line) => console.error(line);

async function installEngines() {
  for (const name of ['mongod', 'temporal']) await resolveEngine(name, { env: process.env, log });
}

installEngines().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
