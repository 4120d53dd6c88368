import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/platform/package-root';
import { packAssay } from '../support/ci/command-package';
import { runSteps, stepsOf } from '../support/shown-commands';

const PAGE = 'docs/gate-in-ci.md';
const LIMIT_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'assay-gate-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const steps = stepsOf(PAGE);
let printed: string[] = [];

/** A clone after `npm run release`. */
beforeAll(async () => {
  const clone = join(folder, 'assay');
  mkdirSync(join(clone, 'dist/release/npm'), { recursive: true });
  cpSync(packAssay(), join(clone, 'dist/release/npm/assay-0.1.0.tgz'));
  for (const name of ['action.yml', 'ci', 'examples'])
    symlinkSync(join(packageRoot, name), join(clone, name));
  printed = await runSteps(steps, {
    folder: clone,
    env: {
      ...process.env,
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
    },
    limitMs: LIMIT_MS,
  });
}, LIMIT_MS);

it.each(
  steps.flatMap(({ shown }, index) => (shown === null ? [] : [{ number: index + 1, text: shown.text }])),
)('prints what docs/gate-in-ci.md shows, block $number', ({ number, text }) => {
  expect(printed[number - 1]).toBe(text);
});
