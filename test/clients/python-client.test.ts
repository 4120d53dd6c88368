import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import { ModelServer } from '../support/model-server';
import { replyByPrompt } from '../support/optimization-runs';
import { owner } from '../support/owner';
import { useApi } from '../support/use-api';
import { buildWheel, createFolder, runProgram } from './python-wheel';

const models = new ModelServer();
const api = useApi({ models });
const folder = createFolder();
const python = join(folder, 'environment/bin/python');
const openapi = join(folder, 'openapi.json');
let wheel = '';

const runPython = (...options: string[]) =>
  runProgram(python, options, {
    ASSAY_URL: api.url,
    ASSAY_API_KEY: owner.apiKey,
    ASSAY_OPENAPI: openapi,
  });
const install = (requirement: string) =>
  runPython('-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', requirement);

beforeAll(async () => {
  replyByPrompt(models);
  await api.startWorker();
  writeFileSync(openapi, JSON.stringify((await api.get('/openapi.json')).body));
  wheel = await buildWheel(folder);
  await runProgram('python3', ['-m', 'venv', join(folder, 'environment')]);
});

it('needs only the packages that its wheel names, and has the version of the service', async () => {
  await install(wheel);

  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const program = 'import assay_client; print(assay_client.__version__)';
  expect(await runPython('-c', program)).toBe(`${version}\n`);
});

describe('with the extras for tests', () => {
  beforeAll(() => install(`${wheel}[test,dev]`));

  it.each(['3.10', '3.11'])('passes mypy --strict for Python %s', async (version) => {
    const options = ['--strict', '--cache-dir', join(folder, 'mypy'), '--python-version', version];
    await runPython('-m', 'mypy', ...options, '-p', 'assay_client', '-p', 'assay_pytest', '-p', 'tests');
  });

  it('passes its tests and the examples of its docstrings against the service', async () => {
    await runPython('-m', 'pytest', '-p', 'no:cacheprovider', '--tb=short', 'tests');
  });
});
