import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunnerClient } from '../../../../src/optimization/runner/client/runner-client';
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
  ['a candidate that changes nothing', 'candidates: [{note: x}]', 'system_prompt, a model or both'],
  ['an unknown field', 'candidates: [{model: x, prompt: y}]', 'prompt'],
  ['what is no YAML', 'candidates: [', 'candidates'],
])('rejects %s with its position', (_case, content, reason) => {
  expect(() => readCandidateFile(fileWith(content))).toThrow(reason);
});

it('reports a missing file', () => {
  expect(() => readCandidateFile(join(folder, 'nowhere.yaml'))).toThrow('nowhere.yaml');
});

it('proposes all in one round, and then no more', async () => {
  const situation = {
    run: makeClaimedRun().run,
    client: new RunnerClient({ address: 'http://127.0.0.1:1', apiKey: '', workspaceId: null }),
    signal: new AbortController().signal,
  };
  const strategy = listStrategy(expected);

  expect(await strategy.propose({ ...situation, tried: [] })).toEqual(expected);
  expect(await strategy.propose({ ...situation, tried: [makeCandidate()] })).toEqual([]);
});
