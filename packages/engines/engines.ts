import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LockedDataDir } from './locked-data-dir';
import { mongodProcess, mongodUri } from './mongod';
import { ProcessGroup } from './process-group';
import type { Log } from './progress-line';
import { type ResolvedEngine, resolveEngine } from './resolve-engine';
import { temporalProcess } from './temporal';

const DATABASE = 'assay';
/** Ports are chosen before the server listens, by us and by the server, and another process may take one meanwhile. */
const PORT_TAKEN = /address already in use/;

export interface TemporalAddresses {
  temporalAddress: string;
  /** Null when the server was not started here. */
  temporalUi: string | null;
}

export interface EngineAddresses extends TemporalAddresses {
  mongodbUri: string;
}

export interface EnginesOptions {
  env: NodeJS.ProcessEnv;
  dataDir: LockedDataDir;
  log: Log;
  signal: AbortSignal;
}

/**
 * MongoDB and Temporal: found or downloaded, started unless they run elsewhere, and restarted when they exit.
 */
export class Engines {
  private readonly group: ProcessGroup;

  constructor(private readonly options: EnginesOptions) {
    const { log, dataDir } = options;
    this.group = new ProcessGroup({ log, onSpawn: (name, pid) => dataDir.notePid(name, pid) });
  }

  /** Resolves when both are ready. After a failure, the caller must still call `stop`. */
  async start(): Promise<EngineAddresses> {
    // One after the other: on a first start each may show a progress line.
    const mongod = await resolveEngine('mongod', this.options);
    const temporal = await resolveEngine('temporal', this.options);
    const [mongodbUri, temporalAddresses] = await Promise.all([
      this.runMongod(mongod),
      this.runTemporal(temporal),
    ]);
    return { mongodbUri, ...temporalAddresses };
  }

  /** Resolves when MongoDB is ready, with its URI. After a failure, the caller must still call `stop`. */
  async startMongod(): Promise<string> {
    return this.runMongod(await resolveEngine('mongod', this.options));
  }

  /** As `startMongod`, for Temporal. */
  async startTemporal(): Promise<TemporalAddresses> {
    return this.runTemporal(await resolveEngine('temporal', this.options));
  }

  pidOf(name: 'mongod' | 'temporal'): number | null {
    return this.group.pidOf(name);
  }

  async stop(): Promise<void> {
    await this.group.stop();
  }

  private async runMongod(engine: ResolvedEngine): Promise<string> {
    if (engine.kind === 'external') return engine.address;
    const { dataDir } = this.options;
    const port = await dataDir.portFor('mongod');
    const dbPath = join(dataDir.path, 'mongodb');
    await this.group.start(
      mongodProcess({ binary: engine.path, dbPath, port, logPath: this.logPath('mongod') }),
    );
    return mongodUri(port, DATABASE);
  }

  private async runTemporal(engine: ResolvedEngine): Promise<TemporalAddresses> {
    if (engine.kind === 'external') return { temporalAddress: engine.address, temporalUi: null };
    try {
      return await this.launchTemporal(engine.path);
    } catch (error) {
      // In the whole log: the server may panic after the message, with a stack that is longer than what the error shows.
      if (!PORT_TAKEN.test(readFileSync(this.logPath('temporal'), 'utf8'))) throw error;
      return this.launchTemporal(engine.path);
    }
  }

  private async launchTemporal(binary: string): Promise<TemporalAddresses> {
    const { dataDir, env } = this.options;
    const port = await dataDir.portFor('temporal');
    const uiPort = await dataDir.portFor('temporal-ui');
    await this.group.start(
      temporalProcess({
        binary,
        dbFilename: join(dataDir.path, 'temporal.db'),
        namespace: env.TEMPORAL_NAMESPACE || 'default',
        port,
        uiPort,
        logPath: this.logPath('temporal'),
      }),
    );
    return { temporalAddress: `127.0.0.1:${port}`, temporalUi: `http://127.0.0.1:${uiPort}` };
  }

  private logPath(name: string): string {
    return join(this.options.dataDir.path, 'logs', `${name}.log`);
  }
}
