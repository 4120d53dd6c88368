import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssayClient } from '../../../../packages/client';
import {
  listStrategy,
  readCandidateFile,
} from '../../../../src/optimization/runner/strategies/list-strategy';
import { makeCandidate, makeClaimedRun } from '../../../support/run-wire';

const folder = mkdtempSync(join(tmpdir(), 'assay-candidates-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: string): string {
  const path = join(folder, 'candidates');
  writeFileSync(path, content);
  return path;
}

const expected = [
  { systemPrompt: 'Quote.\nNothing else.\n', model: null, note: 'strict' },
  { systemPrompt: null, model: 'local/small', note: null },
];

it.each([
  [
    'YAML',
    'candidates:\n  - system_prompt: |\n      Quote.\n      Nothing else.\n    note: strict\n  - model: local/small\n',
  ],
  [
    'JSON',
    JSON.stringify(
      {
        candidates: [{ system_prompt: 'Quote.\nNothing else.\n', note: 'strict' }, { model: 'local/small' }],
      },
      null,
      '\t',
    ),
  ],
])('reads candidates from %s', (_format, content) => {
  expect(readCandidateFile(fileWith(content))).toEqual(expected);
});

it.each([
  ['a list that is empty', 'candidates: []', 'candidates'],
  [
    'a candidate that changes nothing',
    'candidates: [{note: x}]',
    'candidates.0: needs a system_prompt, a model or both',
  ],
  [
    'an unknown field',
    'candidates: [{model: x, prompt: y}]',
    'is not a list of candidates: candidates.0.prompt: unknown field',
  ],
  ['what is no YAML', 'candidates:\n  - [', 'is not YAML or JSON: error in line 2'],
])('rejects %s with its position', (_case, content, reason) => {
  expect(() => readCandidateFile(fileWith(content))).toThrow(reason);
});

it.each([
  ['a missing file', join(folder, 'nowhere.yaml'), 'does not exist'],
  ['a folder', folder, 'is a folder, not a file'],
])('reports %s', (_case, path, reason) => {
  expect(() => readCandidateFile(path)).toThrow(`${path} ${reason}`);
});

it('proposes all in one round, and then no more', async () => {
  const situation = {
    run: makeClaimedRun().run,
    client: new AssayClient({ baseUrl: 'http://127.0.0.1:1' }),
    signal: new AbortController().signal,
  };
  const strategy = listStrategy(expected);

  expect(await strategy.propose({ ...situation, tried: [] })).toEqual(expected);
  expect(await strategy.propose({ ...situation, tried: [makeCandidate()] })).toEqual([]);
});
