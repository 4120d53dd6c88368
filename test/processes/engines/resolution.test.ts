import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, resolveEngine } from '../../../packages/engines';

const WORKING = '#!/bin/sh\necho temporal version 9.9\n';
const BROKEN = '#!/bin/sh\necho no such library >&2\nexit 127\n';
// Stands in for the Go tool: counts its calls and writes a working program where -o says.
const FAKE_GO = `#!/bin/sh
echo call >> "$GO_CALLS"
while [ "$1" != "-o" ]; do shift; done
printf '#!/bin/sh\\necho temporal version 1.5\\n' > "$2"
`;

let root: string;
let env: NodeJS.ProcessEnv;
let logged: string[];
const log = (line: string) => logged.push(line);

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-resolution-'));
  logged = [];
  const proxy = `http://127.0.0.1:${await freePort()}`; // nothing listens there: the official download is refused
  env = {
    PATH: join(root, 'bin'),
    HOME: root,
    XDG_CACHE_HOME: join(root, 'cache'),
    GO_CALLS: join(root, 'go-calls'),
    https_proxy: proxy,
    HTTPS_PROXY: proxy,
  };
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function placeProgram(folder: 'bin' | 'cache/assay/engines', name: string, script: string): string {
  mkdirSync(join(root, folder), { recursive: true });
  const path = join(root, folder, name);
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

it('takes the address in the environment before any binary, and does not log its password', async () => {
  placeProgram('bin', 'mongod', WORKING);

  const engine = await resolveEngine('mongod', {
    env: { ...env, MONGODB_URI: 'mongodb://u:hidden@db:27017/assay' },
    log,
  });

  expect(engine).toEqual({ kind: 'external', address: 'mongodb://u:hidden@db:27017/assay' });
  expect(logged.join()).toContain('because MONGODB_URI is set');
  expect(logged.join()).not.toContain('hidden');
});

it('takes a binary on PATH before one in the cache', async () => {
  const onPath = placeProgram('bin', 'temporal', WORKING);
  placeProgram('cache/assay/engines', 'temporal', WORKING);

  expect(await resolveEngine('temporal', { env, log })).toEqual({ kind: 'binary', path: onPath });
  expect(logged.join()).toContain('PATH; temporal version 9.9');
});

it('passes over a binary on PATH that does not run here', async () => {
  placeProgram('bin', 'temporal', BROKEN);
  const cached = placeProgram('cache/assay/engines', 'temporal', WORKING);

  expect(await resolveEngine('temporal', { env, log })).toEqual({ kind: 'binary', path: cached });
  expect(logged.join()).toContain('no such library');
});

it('builds into the cache when the official download is refused, once', async () => {
  placeProgram('bin', 'go', FAKE_GO);

  const first = await resolveEngine('temporal', { env, log });
  const second = await resolveEngine('temporal', { env, log });

  const path = join(root, 'cache/assay/engines/temporal');
  expect(first).toEqual({ kind: 'binary', path });
  expect(second).toEqual({ kind: 'binary', path });
  expect(readFileSync(join(root, 'go-calls'), 'utf8')).toBe('call\n');
});

it('lets one of two that install at once do the work and leaves nothing but the binary', async () => {
  placeProgram('bin', 'go', FAKE_GO);

  const both = await Promise.all([
    resolveEngine('temporal', { env, log }),
    resolveEngine('temporal', { env, log }),
  ]);

  const cache = join(root, 'cache/assay/engines');
  expect(both).toEqual(both.map(() => ({ kind: 'binary', path: join(cache, 'temporal') })));
  expect(readdirSync(cache)).toEqual(['temporal']);
});

it('never puts a binary into the cache that does not run here', async () => {
  placeProgram('bin', 'go', FAKE_GO.replace('echo temporal version 1.5', 'exit 1'));

  await expect(resolveEngine('temporal', { env, log })).rejects.toThrow('Go build');
  expect(readdirSync(join(root, 'cache/assay/engines'))).toEqual([]);
});

it('fails with one message that lists all that was tried', async () => {
  const failure = await resolveEngine('temporal', { env, log }).catch((error: Error) => error.message);

  const tried = String(failure)
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2, line.indexOf(':')));
  expect(tried).toEqual(['TEMPORAL_ADDRESS', 'PATH', 'engine cache', 'official download', 'Go build']);
  expect(failure).toContain('Set TEMPORAL_ADDRESS, or install temporal');
});
