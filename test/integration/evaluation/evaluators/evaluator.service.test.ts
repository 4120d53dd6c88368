import { randomUUID } from 'node:crypto';
import { createEvaluatorService } from '../../../../src/evaluation/evaluators/evaluator.service';
import {
  createDefaultEvaluator,
  getEvaluatorVersion,
  getRequestedEvaluator,
} from '../../../../src/evaluation/evaluators/requested-evaluator';
import { defaultJudgeConfig } from '../../../../src/evaluation/llm-judge/judge-config';
import { Pager } from '../../../../src/platform/http/pager';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { createModelRegistry } from '../../../../src/providers/model-registry';
import { useDatabase } from '../../../support/database';
import { testKeys } from '../../../support/keys';
import { storeWorkspace } from '../../../support/stored-workspaces';

useDatabase();

const provider = {
  name: 'openai',
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKey: 'sk-never-shown',
  prices: new Map(),
  maxConcurrency: 4,
  timeoutMs: 1000,
};
const service = createEvaluatorService({
  registry: createModelRegistry([provider]),
  pager: new Pager(testKeys()),
});
const judgeConfig = (model: string) => ({ ...defaultJudgeConfig, model });
const strict = { name: 'strict', kind: 'llm_judge', config: judgeConfig('judge-1'), traffic: null } as const;

async function makeWorkspace(): Promise<string> {
  const workspaceId = await storeWorkspace();
  await inTransaction((session) => createDefaultEvaluator(workspaceId, session));
  return workspaceId;
}

function getDefault(workspaceId: string) {
  return getRequestedEvaluator(workspaceId, null, ['body', 'evaluator_id']);
}

describe('createDefaultEvaluator', () => {
  it('gives a workspace a grounding evaluator', async () => {
    const workspaceId = await makeWorkspace();

    expect(await getDefault(workspaceId)).toMatchObject({
      workspaceId,
      name: 'grounding',
      kind: 'grounding',
      config: null,
      traffic: 'auto',
      version: 1,
      isDefault: true,
    });
  });
});

describe('getRequestedEvaluator', () => {
  it('throws value_error for an evaluator of another workspace', async () => {
    const [mine, theirs] = [await makeWorkspace(), await makeWorkspace()];
    const { id } = await getDefault(theirs);
    const loc = ['body', 'evaluator_id'];

    await expect(getRequestedEvaluator(mine, id, loc)).rejects.toMatchObject({
      code: 'value_error',
      loc,
      input: id,
    });
  });
});

describe('create', () => {
  it('creates version 1, and returns the same one for the same id', async () => {
    const workspaceId = await makeWorkspace();
    const id = randomUUID();

    const created = await service.create(workspaceId, id, strict);
    const again = await service.create(workspaceId, id, strict);

    expect(created).toMatchObject({ ...strict, id, version: 1, isDefault: false });
    expect(again).toEqual(created);
  });

  it('rejects a model without a provider, with the field', async () => {
    const config = judgeConfig('embedded/unheard-of');

    await expect(service.create(randomUUID(), randomUUID(), { ...strict, config })).rejects.toMatchObject({
      code: 'model_unknown',
      loc: ['body', 'config', 'model'],
    });
  });

  it('rejects a name that is taken in the workspace, and accepts it in another', async () => {
    const [one, two] = [await makeWorkspace(), await makeWorkspace()];
    await service.create(one, randomUUID(), strict);

    await expect(service.create(one, randomUUID(), strict)).rejects.toMatchObject({
      code: 'conflict',
      loc: ['body', 'name'],
    });
    await expect(service.create(two, randomUUID(), strict)).resolves.toMatchObject({ name: 'strict' });
  });
});

describe('change', () => {
  it('creates a new version for another config and preserves the old one', async () => {
    const workspaceId = await makeWorkspace();
    const created = await service.create(workspaceId, randomUUID(), strict);
    const config = judgeConfig('judge-2');

    const changed = await service.change(workspaceId, created.id, { config });

    expect(changed).toEqual({ ...created, config, version: 2 });
    expect(await getEvaluatorVersion(workspaceId, created.id)).toEqual(changed);
    expect(await getEvaluatorVersion(workspaceId, created.id, 1)).toEqual(created);
  });

  it('creates no version if nothing or only the default changes', async () => {
    const workspaceId = await makeWorkspace();
    const created = await service.create(workspaceId, randomUUID(), strict);

    const same = await service.change(workspaceId, created.id, {
      name: 'strict',
      config: { ...strict.config },
    });
    const asDefault = await service.change(workspaceId, created.id, { isDefault: true });

    expect(same).toEqual(created);
    expect(asDefault).toEqual({ ...created, isDefault: true });
  });

  it('moves the default from one evaluator to another, also together with a new version', async () => {
    const workspaceId = await makeWorkspace();
    const before = await getDefault(workspaceId);
    const created = await service.create(workspaceId, randomUUID(), strict);

    const changed = await service.change(workspaceId, created.id, { name: 'stricter', isDefault: true });

    expect(changed).toMatchObject({ name: 'stricter', version: 2, isDefault: true });
    expect(await getDefault(workspaceId)).toEqual(changed);
    expect((await getEvaluatorVersion(workspaceId, before.id)).isDefault).toBe(false);
  });

  it('makes the new version of the default evaluator the default', async () => {
    const workspaceId = await makeWorkspace();
    const { id } = await getDefault(workspaceId);

    await service.change(workspaceId, id, { name: 'renamed' });

    expect(await getDefault(workspaceId)).toMatchObject({ id, name: 'renamed', version: 2 });
  });

  it('rejects unsetting the default', async () => {
    const workspaceId = await makeWorkspace();
    const { id } = await getDefault(workspaceId);

    await expect(service.change(workspaceId, id, { isDefault: false })).rejects.toMatchObject({
      code: 'value_error',
      loc: ['body', 'is_default'],
    });
  });

  it('rejects a config for grounding, a taken name, and an evaluator of another workspace', async () => {
    const workspaceId = await makeWorkspace();
    const { id } = await getDefault(workspaceId);
    await service.create(workspaceId, randomUUID(), strict);

    const change = (change: object, workspace = workspaceId) => service.change(workspace, id, change);

    await expect(change({ config: strict.config })).rejects.toMatchObject({ loc: ['body', 'config'] });
    await expect(change({ name: 'strict' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(change({ name: 'x' }, await makeWorkspace())).rejects.toMatchObject({ code: 'not_found' });
    expect((await getEvaluatorVersion(workspaceId, id)).version).toBe(1);
  });

  it('creates a version for each concurrent change', async () => {
    const workspaceId = await makeWorkspace();
    const { id } = await getDefault(workspaceId);

    const changed = await Promise.all(
      ['a', 'b', 'c'].map((name) => service.change(workspaceId, id, { name })),
    );

    expect(changed.map(({ version }) => version).sort()).toEqual([2, 3, 4]);
  });

  it('frees the previous name', async () => {
    const workspaceId = await makeWorkspace();
    const { id } = await service.create(workspaceId, randomUUID(), strict);

    await service.change(workspaceId, id, { name: 'other' });

    await expect(service.create(workspaceId, randomUUID(), strict)).resolves.toMatchObject({ version: 1 });
  });
});

describe('list', () => {
  it('pages through the latest versions of this workspace only, newest first', async () => {
    const workspaceId = await makeWorkspace();
    await makeWorkspace();
    const { id } = await service.create(workspaceId, randomUUID(), strict);
    await service.change(workspaceId, id, { name: 'stricter' });
    await service.create(workspaceId, randomUUID(), { ...strict, name: 'third' });

    const first = await service.list(workspaceId, { limit: 2, cursor: null });
    const second = await service.list(workspaceId, { limit: 2, cursor: first.nextCursor });

    expect(first.items.concat(second.items).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['third', 'stricter', 'grounding']),
    );
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null]);
    await expect(service.list(randomUUID(), { limit: 2, cursor: first.nextCursor })).rejects.toMatchObject({
      code: 'cursor_invalid',
    });
  });
});
