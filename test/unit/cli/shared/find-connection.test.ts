import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findConnection } from '../../../../src/cli/shared/connection/find-connection';

const home = mkdtempSync(join(tmpdir(), 'assay-config-'));
const path = join(home, 'assay/config.json');
mkdirSync(join(home, 'assay'));
afterAll(() => rmSync(home, { recursive: true }));

const warnings: string[] = [];
beforeEach(() => {
  warnings.length = 0;
  writeFileSync(path, JSON.stringify({ url: 'http://file', api_key: keyOf('file') }));
  chmodSync(path, 0o600);
});

const keyOf = (name: string) => `assay_ws_${name.padEnd(40, '0')}`;
const find = (flags: object = {}, env: NodeJS.ProcessEnv = {}) =>
  findConnection(flags, { XDG_CONFIG_HOME: home, ...env }, (line) => warnings.push(line));

it('uses the file where neither flags nor the environment have a setting', () => {
  const env = { ASSAY_URL: 'http://env', ASSAY_API_KEY: keyOf('env') };

  expect(find()).toEqual({
    url: 'http://file',
    apiKey: keyOf('file'),
    workspaceId: null,
    keySource: `api_key of ${path}`,
  });
  expect(find({}, env)).toMatchObject({
    url: 'http://env',
    apiKey: keyOf('env'),
    keySource: 'ASSAY_API_KEY',
  });
  expect(find({ url: 'http://flag/' }, env)).toMatchObject({ url: 'http://flag', apiKey: keyOf('env') });
  expect(warnings).toEqual([]);
});

it('ignores empty variables, and has a default address', () => {
  writeFileSync(path, '{}');
  const env = { ASSAY_URL: '', ASSAY_API_KEY: keyOf('env'), ASSAY_WORKSPACE_ID: '' };

  expect(find({}, env)).toMatchObject({ url: 'http://127.0.0.1:3000', workspaceId: null });
});

it('finds the file below the home folder, and needs none', () => {
  mkdirSync(join(home, '.config/assay'), { recursive: true });
  writeFileSync(join(home, '.config/assay/config.json'), JSON.stringify({ url: 'http://home' }));
  const env = { ASSAY_API_KEY: keyOf('env') };

  expect(findConnection({}, { ...env, HOME: home })).toMatchObject({ url: 'http://home' });
  expect(findConnection({}, { ...env, HOME: join(home, 'absent') })).toMatchObject({
    url: 'http://127.0.0.1:3000',
  });
});

it('warns in one line about a key that others can read', () => {
  chmodSync(path, 0o644);

  find();

  expect(warnings).toEqual([`Other users can read the API key in ${path}: chmod 600 ${path}`]);
});

it('names all places of a missing key', () => {
  writeFileSync(path, '{}');

  expect(() => find()).toThrow(
    `No API key. Give one with ASSAY_API_KEY, as api_key in ${path}, or with --api-key`,
  );
});

it.each<[string, object, string, string]>([
  [
    'an address',
    { url: 'assay.example.com', apiKey: keyOf('a') },
    '{}',
    'Invalid address in --url. Accepted: http://… or https://…',
  ],
  ['a key', { apiKey: 'secret' }, '{}', 'Malformed API key in --api-key. Copy it again'],
  ['a workspace', { apiKey: keyOf('a'), workspace: 'mine' }, '{}', 'Invalid workspace in --workspace'],
  ['JSON', {}, '{"url"', 'config.json is not JSON'],
  ['a list', {}, '[]', 'should be an object with url, api_key, workspace_id'],
  ['a field', {}, '{"key": "a"}', 'unknown field "key". Accepted: url, api_key, workspace_id'],
  ['a value', {}, '{"url": 3}', 'url should be text'],
])('says in one line what is wrong with %s, without the value of a key', (_case, flags, file, message) => {
  writeFileSync(path, file);

  expect(() => find(flags)).toThrow(message);
  expect(() => find(flags)).not.toThrow(/\n|secret/);
});
