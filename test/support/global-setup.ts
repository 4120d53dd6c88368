import drawSeed from './draw-seed';
import { startTestEngines } from './test-engines';

/** Starts MongoDB and Temporal. */
async function globalSetup(): Promise<void> {
  drawSeed();
  await startTestEngines('mongod', 'temporal');
}

export = globalSetup;
