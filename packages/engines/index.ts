/** The door of the library: what is not exported here is its own. */
export { engineCacheDir } from './engine-cache';
export { type EngineAddresses, Engines } from './engines';
export { LockedDataDir, lockPath } from './locked-data-dir';
export { mongodProcess, mongodUri } from './mongod';
export { startServices } from './node-service';
export { pollUntil } from './poll';
export { freePort, isPortFree } from './ports';
export { ProcessGroup } from './process-group';
export { findLockHolder } from './process-lock';
export { isRunning, startTimeOf, terminateProcess } from './processes';
export type { Log } from './progress-line';
export { resolveEngine } from './resolve-engine';
export { runCommand } from './run-command';
export { forkNode, spawnEngine } from './spawn-logged';
export { type ProcessSpec, SupervisedProcess } from './supervised-process';
export { temporalDynamicConfig } from './temporal';
