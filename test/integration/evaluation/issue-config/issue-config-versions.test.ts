import { randomUUID } from 'node:crypto';
import { kindsOf } from '../../../../packages/detector';
import {
  createDefaultIssueConfig,
  getIssueConfig,
  saveIssueConfig,
} from '../../../../src/evaluation/issue-config/issue-config-versions';
import { inTransaction } from '../../../../src/platform/mongo/connection';
import { useDatabase } from '../../../support/database';
import { storeWorkspace } from '../../../support/stored-workspaces';

useDatabase();

async function makeWorkspace(): Promise<string> {
  const workspaceId = await storeWorkspace();
  await inTransaction((session) => createDefaultIssueConfig(workspaceId, session));
  return workspaceId;
}

const own = {
  labels: [{ name: 'wrong_tariff', description: 'Not on the price list.' }],
  domainContext: 'Energy',
};

it('gives a new workspace the five default labels and no context', async () => {
  const config = await getIssueConfig(await makeWorkspace());

  expect(config.labels.map(({ name }) => name)).toEqual([
    'fabrication',
    'context_misattribution',
    'reasoning_error',
    'incorrect_refusal',
    'tool_argument_fabrication',
  ]);
  expect(config).toMatchObject({ version: 1, domainContext: null });
});

it('creates a new version for a change and returns it from then on', async () => {
  const workspaceId = await makeWorkspace();

  const saved = await saveIssueConfig(workspaceId, own);

  expect(saved).toMatchObject({ ...own, version: 2 });
  expect(await getIssueConfig(workspaceId)).toEqual(saved);
});

it('creates no version if nothing changes', async () => {
  const workspaceId = await makeWorkspace();
  const first = await saveIssueConfig(workspaceId, own);

  expect(
    await saveIssueConfig(workspaceId, { ...own, labels: own.labels.map((label) => ({ ...label })) }),
  ).toEqual(first);
});

it('creates a version if a label covers other kinds, and none if it covers by its name what it is given', async () => {
  const workspaceId = await makeWorkspace();
  const first = await getIssueConfig(workspaceId);
  const given = first.labels.map((label) => ({ ...label, covers: kindsOf(label) }));

  const same = await saveIssueConfig(workspaceId, { ...first, labels: given });
  const other = await saveIssueConfig(workspaceId, {
    ...first,
    labels: given.map((label) => ({ ...label, covers: [] })),
  });

  expect([same.version, other.version]).toEqual([1, 2]);
  expect((await getIssueConfig(workspaceId)).labels.flatMap(kindsOf)).toEqual([]);
});

it('creates a version for each concurrent change, and loses none', async () => {
  const workspaceId = await makeWorkspace();
  const contexts = ['a', 'b', 'c', 'd', 'e'];

  const saved = await Promise.all(
    contexts.map((domainContext) => saveIssueConfig(workspaceId, { ...own, domainContext })),
  );

  expect(saved.map(({ version }) => version).sort()).toEqual([2, 3, 4, 5, 6]);
  const last = saved.find(({ version }) => version === 6);
  expect(await getIssueConfig(workspaceId)).toEqual(last);
});

it('separates the configurations of workspaces', async () => {
  const [changed, untouched] = [await makeWorkspace(), await makeWorkspace()];

  await saveIssueConfig(changed, own);

  expect((await getIssueConfig(untouched)).version).toBe(1);
});

it('throws not_found for a workspace that has none', async () => {
  await expect(getIssueConfig(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
});
