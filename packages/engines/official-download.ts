import { copyFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createLinkedController } from '../concurrency';
import { withProgressLine } from './progress-line';
import { runCommand } from './run-command';

const TOTAL_LIMIT_MS = 15 * 60_000;
const STALL_LIMIT_MS = 45_000;
const LOOK_EVERY_MS = 1_000;

/** Folder, environment and logging of a binary source. */
export interface SourceContext {
  env: NodeJS.ProcessEnv;
  /** A temporary folder for this download; removed afterwards. */
  workDir: string;
  signal?: AbortSignal;
}

// The libraries' downloaders run in a separate process: they cannot be cancelled otherwise, and one of them
// leaves a native runtime behind.
const FETCH_MONGOD = `
  const [, library, downloadDir] = process.argv;
  require(library).MongoBinary.getPath({ downloadDir }).then(
    (path) => process.stdout.write('\\n' + path),
    (error) => { console.error(error.message); process.exit(1); },
  );`;

const FETCH_TEMPORAL = `
  const [, library, downloadDir] = process.argv;
  const executable = { type: 'cached-download', downloadDir };
  require(library).TestWorkflowEnvironment.createLocal({ server: { executable } }).then(
    (environment) => environment.teardown(),
    (error) => { console.error(error.message); process.exit(1); },
  );`;

/** Downloads MongoDB's own build of mongod for this system with mongodb-memory-server-core. */
export async function downloadMongod(context: SourceContext): Promise<string> {
  const output = await download(
    'Downloading MongoDB',
    FETCH_MONGOD,
    require.resolve('mongodb-memory-server-core'),
    context,
  );
  const found = output.slice(output.lastIndexOf('\n') + 1);
  const mongod = join(context.workDir, 'mongod');
  await copyFile(found, mongod);
  return mongod;
}

/** Downloads the Temporal CLI, which contains the development server, with @temporalio/testing. */
export async function downloadTemporal(context: SourceContext): Promise<string> {
  await download('Downloading Temporal', FETCH_TEMPORAL, require.resolve('@temporalio/testing'), context);
  const file = (await readdir(context.workDir)).find((name) => name.startsWith('temporal'));
  if (file === undefined) throw new Error('The download ended without a file');
  return join(context.workDir, file);
}

async function download(
  label: string,
  script: string,
  library: string,
  context: SourceContext,
): Promise<string> {
  const { workDir } = context;
  const downloading = createLinkedController(context.signal);
  let bytes = 0;
  let grewAt = Date.now();
  const watch = setInterval(async () => {
    const now = await folderBytes(workDir);
    if (now !== bytes) grewAt = Date.now();
    else if (Date.now() - grewAt > STALL_LIMIT_MS)
      downloading.abort(new Error(`No data received for ${STALL_LIMIT_MS / 1000} s`));
    bytes = now;
  }, LOOK_EVERY_MS);
  try {
    return await withProgressLine(
      label,
      () =>
        runCommand(process.execPath, ['-e', script, library, workDir], {
          env: {
            ...context.env,
            npm_config_strict_ssl: 'true', // mongodb-memory-server verifies certificates only with this
            MONGOMS_MD5_CHECK: 'true',
            MONGOMS_MAX_RETRIES: '2',
          },
          signal: downloading.signal,
          timeoutMs: TOTAL_LIMIT_MS,
        }),
      () => (bytes > 0 ? `${(bytes / 1e6).toFixed(1)} MB` : ''),
    );
  } finally {
    clearInterval(watch);
    downloading.abort();
  }
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (file) => file.size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
