import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { loadRunnerConfig } from '../../../../src/config';
import { parseRunnerCommand } from '../../../../src/optimization/runner/runner-command';
import { createStrategy } from '../../../../src/optimization/runner/strategies/create-strategy';
import { packageRoot } from '../../../../src/platform/package-root';

const ASSAY_API_KEY = 'assay_ws_0123456789012345678901234567';
const command = (...words: string[]) => parseRunnerCommand(['node', 'runner', ...words]);

it('has the defaults of .env.example', () => {
  const example = parseEnv(readFileSync(join(packageRoot, '.env.example'), 'utf8'));

  expect(loadRunnerConfig({}, { ...example, ASSAY_API_KEY })).toEqual(
    loadRunnerConfig({}, { ASSAY_API_KEY }),
  );
});

it('prefers the command line over the environment', () => {
  const { settings, isOnce } = command('--once', '--runner-id', 'a', '--rounds', '7');

  const config = loadRunnerConfig(settings, { ASSAY_API_KEY, ASSAY_URL: 'http://b.example', RUNNER_ID: 'c' });

  expect(isOnce).toBe(true);
  expect(config).toMatchObject({ url: 'http://b.example', rounds: 7, runnerId: 'a', strategy: 'list' });
});

it.each([
  [{}, 'ASSAY_API_KEY'],
  [{ ASSAY_API_KEY: '' }, 'ASSAY_API_KEY'],
  [{ ASSAY_API_KEY, RUNNER_STRATEGY: 'guess' }, 'RUNNER_STRATEGY'],
  [{ ASSAY_API_KEY, ASSAY_URL: 'ftp://a.example' }, 'ASSAY_URL'],
  [{ ASSAY_API_KEY, ASSAY_WORKSPACE_ID: 'mine' }, 'ASSAY_WORKSPACE_ID'],
])('reports the invalid setting: %p', (environment, name) => {
  expect(() => loadRunnerConfig({}, environment)).toThrow(name);
});

it.each([
  ['list', 'RUNNER_CANDIDATES'],
  ['llm', 'RUNNER_MODEL'],
])('reports the missing setting of the strategy %s', (strategy, name) => {
  const config = loadRunnerConfig({ RUNNER_STRATEGY: strategy }, { ASSAY_API_KEY });

  expect(() => createStrategy(config)).toThrow(name);
});

describe('docs/runner.md', () => {
  const rows = [
    ...readFileSync(join(packageRoot, 'docs/runner.md'), 'utf8').matchAll(/^\| `(--[\w-]+)` \| `(\w+)` /gm),
  ];

  it('lists every option with its variable', () => {
    const values: Record<string, string> = { '--strategy': 'llm', '--rounds': '2' };
    const words = rows.flatMap(([, option = '']) => [option, values[option] ?? 'x']);

    const { settings } = command(...words);

    expect(Object.keys(settings)).toEqual(rows.map(([, , variable]) => variable));
    expect(rows.length).toBe(5);
  });
});
