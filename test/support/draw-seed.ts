import { randomInt } from 'node:crypto';

/** fast-check takes seeds of 32 bits. */
const MAX_SEED = 2 ** 31;

/** With `FC_SEED=random`, draws one seed for all files of the run, and prints it in the form that repeats it. */
function drawSeed(): void {
  if (process.env.FC_SEED !== 'random') return;
  process.env.FC_SEED = String(randomInt(MAX_SEED));
  process.stderr.write(`FC_SEED=${process.env.FC_SEED}\n`);
}

export = drawSeed;
