import drawSeed from './draw-seed';
import { startTestEngines } from './test-engines';

/** Starts MongoDB. */
async function mongoSetup(): Promise<void> {
  drawSeed();
  await startTestEngines('mongod');
}

export = mongoSetup;
