import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort, pollUntil } from '../packages/engines';
import { packageRoot } from '../src/platform/package-root';
import { readRoot, releaseFolder } from './artifacts';
import { chartDifferences } from './chart';
import { run } from './command';
import { runImageSteps } from './image-steps';
import { pythonTool } from './python-tools';

const EMAIL = 'release@example.com';
const API_KEY = `assay_user_${'r'.repeat(43)}`;
const READY_LIMIT_MS = 120_000;
const KUBERNETES_VERSION = '1.31';

const REPLY = {
  messages: [
    { role: 'system', content: 'The store opens at 9:00 and closes at 18:00.' },
    { role: 'user', content: 'When does the store close?' },
    { role: 'assistant', content: 'It closes at 21:30.' },
  ],
};

interface Service {
  api: string;
  workspaceId: string;
  mongodb_uri: string;
  temporal_address: string;
}

/** `npm run release:check`: installs each artifact into an empty folder and runs its smoke test. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-release-'));
  let server: ChildProcess | null = null;
  try {
    const install = emptyFolder(folder, 'server');
    await check('npm package assay: command line', install, checkCommandLine);
    const started = await startServer(install);
    server = started.process;
    const { service } = started;
    const checks: [folder: string, name: string, perform: (folder: string) => Promise<void>][] = [
      ['requests', 'npm package assay: server and dashboard', () => checkServer(service)],
      ['image', 'image', (empty) => checkImage(empty, service)],
      ['client', 'npm package @assay/client', (empty) => checkClient(empty, service)],
      ['python', 'Python package assay-client', (empty) => checkPythonClient(empty, service)],
      ['chart', 'Helm chart', checkChart],
    ];
    await inTwos(
      checks.map(
        ([name, title, perform]) =>
          () =>
            check(title, emptyFolder(folder, name), perform),
      ),
    );
  } finally {
    if (server !== null && server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function check(
  name: string,
  folder: string,
  perform: (folder: string) => Promise<void>,
): Promise<void> {
  const start = performance.now();
  await perform(folder).catch((error: Error) => {
    throw new Error(`${name}: ${error.message}`, { cause: error });
  });
  process.stdout.write(`${name} works (${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
}

async function inTwos(steps: (() => Promise<void>)[]): Promise<void> {
  const rest = [...steps];
  const next = async (): Promise<void> => {
    for (let step = rest.shift(); step !== undefined; step = rest.shift()) await step();
  };
  const outcomes = await Promise.allSettled([next(), next()]);
  const failures = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.message] : [],
  );
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

async function checkCommandLine(folder: string): Promise<void> {
  await installPackage(folder, 'assay');
  const printed = (await run('npx', ['assay', '--version'], { cwd: folder })).trim();
  expectEqual('the version', printed, JSON.parse(readRoot('package.json')).version);
  writeFileSync(join(folder, 'replies.jsonl'), `${JSON.stringify(REPLY)}\n`);
  const verdicts = await run('npx', ['assay', 'detect', 'replies.jsonl'], { cwd: folder, codes: [1] });
  expectEqual('the flagged text', JSON.parse(verdicts).annotations[0]?.text, '21:30');
}

async function startServer(folder: string): Promise<{ process: ChildProcess; service: Service }> {
  const env = {
    ...process.env,
    PORT: '0',
    BOOTSTRAP_EMAIL: EMAIL,
    BOOTSTRAP_PASSWORD: 'a password for the smoke test',
    BOOTSTRAP_API_KEY: API_KEY,
  };
  const child = spawn(join(folder, 'node_modules/.bin/assay'), ['up'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  child.stderr.on('data', (part: Buffer) => log.push(String(part)));
  for await (const line of createInterface({ input: child.stdout })) {
    const addresses = JSON.parse(line);
    return { process: child, service: { ...addresses, workspaceId: await firstWorkspace(addresses.api) } };
  }
  throw new Error(`The server ended before it was ready:\n${log.join('')}`);
}

async function firstWorkspace(api: string): Promise<string> {
  const response = await fetch(`${api}/v1/workspaces`, { headers: { authorization: `Bearer ${API_KEY}` } });
  const { items } = (await response.json()) as { items: { id: string }[] };
  return items[0]?.id ?? '';
}

async function checkServer({ api }: Service): Promise<void> {
  for (const [path, text] of [
    ['/', '<div id="root">'],
    ['/docs/', 'swagger-ui-bundle.js'],
    ['/docs/swagger-ui-bundle.js', 'SwaggerUI'],
    ['/docs/guides/', 'Guides'],
    ['/openapi.json', '/v1/detect-hallucinations'],
  ] as const) {
    const response = await fetch(`${api}${path}`, { headers: { accept: 'text/html,*/*' } });
    const body = await response.text();
    if (!response.ok || !body.includes(text))
      throw new Error(`${path} has status ${response.status}, without ${text}`);
  }
}

/** With the Node.js of the image, which npm installs. */
async function checkImage(folder: string, service: Service): Promise<void> {
  const [, major = ''] = /^FROM node:(\d+)/m.exec(readRoot('Dockerfile')) ?? [];
  await run('npm', ['install', '--no-save', '--prefix', folder, `node@${major}`], { cwd: folder });
  const env = {
    ...process.env,
    PATH: `${join(folder, 'node_modules/node/bin')}${delimiter}${process.env.PATH}`,
  };
  const context = join(folder, 'context');
  const tracked = (await run('git', ['ls-files', '-z'], { cwd: packageRoot })).split('\0').filter(Boolean);
  for (const path of tracked) cpSync(join(packageRoot, path), join(context, path));
  const dockerfile = join(packageRoot, 'Dockerfile');
  const { root, workDir, environment, command } = await runImageSteps({
    dockerfile,
    context,
    folder: join(folder, 'image'),
    env,
  });
  const port = await freePort();
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: join(root, workDir),
    env: {
      ...env,
      ...environment,
      PORT: String(port),
      MONGODB_URI: service.mongodb_uri,
      TEMPORAL_ADDRESS: service.temporal_address,
      SECRET_KEY: 'a key of the smoke test, 32 characters and more',
    },
    stdio: 'ignore',
  });
  try {
    await untilReady(`http://127.0.0.1:${port}/readyz?for=traffic`, child);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

/** @throws Error when it is not ready within 30 s, or its process ends */
async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(READY_LIMIT_MS)]);
  await pollUntil(async () => (await fetch(url)).ok, signal);
}

const clientLines = ({ api: baseUrl, workspaceId }: Service) => `
const client = new AssayClient(${JSON.stringify({ baseUrl, apiKey: API_KEY, workspaceId })});
client.detect(${JSON.stringify(REPLY.messages)}).then(({ annotations }) => console.log(annotations[0].text));
`;

async function checkClient(folder: string, service: Service): Promise<void> {
  await installPackage(folder, 'assay-client');
  const programs = {
    'smoke.mjs': `import { AssayClient } from '@assay/client';${clientLines(service)}`,
    'smoke.cjs': `const { AssayClient } = require('@assay/client');${clientLines(service)}`,
  };
  for (const [name, program] of Object.entries(programs)) {
    writeFileSync(join(folder, name), program);
    expectEqual(name, (await run('node', [name], { cwd: folder })).trim(), '21:30');
  }
}

async function checkPythonClient(folder: string, service: Service): Promise<void> {
  const wheel = artifact('python', (name) => name.endsWith('.whl'));
  await run('python3', ['-m', 'venv', 'environment'], { cwd: folder });
  const python = join(folder, 'environment/bin/python');
  await run(python, ['-m', 'pip', 'install', '--quiet', wheel], { cwd: folder });
  const program = `
import json, sys
from assay_client import AssayClient
with AssayClient(base_url=sys.argv[1], api_key=sys.argv[2], workspace_id=sys.argv[3]) as client:
    print(client.detect(json.loads(sys.argv[4])).annotations[0].text)
`;
  const printed = await run(
    python,
    ['-c', program, service.api, API_KEY, service.workspaceId, JSON.stringify(REPLY.messages)],
    {
      cwd: folder,
    },
  );
  expectEqual('the flagged text', printed.trim(), '21:30');
}

async function checkChart(folder: string): Promise<void> {
  const helm = await pythonTool('helm');
  const chart = artifact('helm', (name) => name.endsWith('.tgz'));
  const secrets = [
    'SECRET_KEY',
    'MONGO_ADMIN_PASSWORD',
    'MONGO_PASSWORD',
    'POSTGRES_PASSWORD',
    'BOOTSTRAP_EMAIL',
    'BOOTSTRAP_PASSWORD',
  ];
  const values = ['--set', ['runner.enabled=true', ...secrets.map((name) => `secrets.${name}=a1`)].join(',')];
  await run(helm, ['lint', '--strict', chart, ...values], { cwd: folder });
  const rendered = await run(helm, ['template', 'smoke', chart, ...values], { cwd: folder });
  writeFileSync(join(folder, 'manifests.yaml'), rendered);
  const validation = ['--strict', '--quiet', '--kubernetes-version', KUBERNETES_VERSION, 'manifests.yaml'];
  await run(await pythonTool('kubernetes-validate'), validation, { cwd: folder });
  const differences = chartDifferences(readRoot('docker-compose.yml'), rendered, 'smoke');
  if (differences.length > 0)
    throw new Error(`It differs from docker-compose.yml:\n${differences.join('\n')}`);
}

async function installPackage(folder: string, name: string): Promise<void> {
  const version = JSON.parse(readRoot('package.json')).version;
  await run('npm', ['init', '--yes'], { cwd: folder });
  const path = artifact('npm', (file) => file === `${name}-${version}.tgz`);
  // Some npm versions and other package managers run no scripts of dependencies.
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', path], { cwd: folder });
}

function artifact(kind: string, isWanted: (name: string) => boolean): string {
  const name = readdirSync(join(releaseFolder, kind)).find(isWanted);
  if (name === undefined) throw new Error(`dist/release/${kind} has no such file: run npm run release first`);
  return join(releaseFolder, kind, name);
}

function emptyFolder(parent: string, name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  return folder;
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected)
    throw new Error(`${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
