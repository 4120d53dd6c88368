import { makeMember, makeWorkspace } from '../support/people';
import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

const kinds = [
  'fabrication',
  'context_misattribution',
  'reasoning_error',
  'incorrect_refusal',
  'tool_argument_fabrication',
];

const label = (name: string) => ({ name, description: `About ${name}` });

describe('/v1/issue-config', () => {
  it('begins with the five default labels', async () => {
    const { status, body } = await contract.call('getIssueConfig');

    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['created_at', 'domain_context', 'labels', 'version']);
    expect(body.labels.map(({ name }: { name: string }) => name)).toEqual([
      'fabrication',
      'context_misattribution',
      'reasoning_error',
      'incorrect_refusal',
      'tool_argument_fabrication',
    ]);
  });

  it('creates a version for each change, and none if nothing changes', async () => {
    const workspaceId = await makeWorkspace(api);
    const body = { labels: [label('wrong_tariff')], domain_context: 'Tariffs are per year.' };

    const first = await contract.call('saveIssueConfig', { workspaceId, body });
    const same = await contract.call('saveIssueConfig', { workspaceId, body });

    const { warnings, ...config } = first.body;
    expect(config).toEqual({
      labels: [{ ...label('wrong_tariff'), covers: [] }],
      domain_context: body.domain_context,
      version: 2,
      created_at: expect.any(String),
    });
    expect(warnings).toHaveLength(1);
    expect(same.body).toEqual(first.body);
    expect((await contract.call('getIssueConfig', { workspaceId })).body).toEqual(config);
  });

  it('warns of the kinds that no label covers', async () => {
    const workspaceId = await makeWorkspace(api);
    const save = async (...labels: object[]) =>
      (await contract.call('saveIssueConfig', { workspaceId, body: { labels } })).body.warnings;

    expect(await save({ ...label('wrong'), covers: kinds })).toEqual([]);
    expect(await save({ ...label('wrong'), covers: kinds.slice(1) })).toEqual([
      { code: 'kinds_not_covered', kinds: ['fabrication'], message: expect.stringContaining('fabrication') },
    ]);
    expect(await save(label('reasoning_error'), label('tone'))).toMatchObject([
      { code: 'kinds_not_covered', kinds: kinds.filter((kind) => kind !== 'reasoning_error') },
    ]);
    expect(await save(label('tone'), { ...label('fabrication'), covers: [] })).toEqual([
      { code: 'no_kind_covered', kinds, message: expect.stringContaining('not_judgeable') },
    ]);
  });

  it('returns the kinds that a label covers by its name, and takes them for no change', async () => {
    const workspaceId = await makeWorkspace(api);
    const before = await contract.call('getIssueConfig', { workspaceId });
    const { labels } = before.body;

    const saved = await contract.call('saveIssueConfig', { workspaceId, body: { labels } });

    expect(labels.map(({ covers }: { covers: string[] }) => covers)).toEqual(kinds.map((kind) => [kind]));
    expect(saved.body).toEqual({ ...before.body, warnings: [] });
  });

  it('responds 409 to a change based on an outdated version, unless it changes nothing', async () => {
    const workspaceId = await makeWorkspace(api);
    const save = (name: string, version?: number) =>
      contract.call('saveIssueConfig', { workspaceId, body: { labels: [label(name)], version } });

    const seen = await save('seen', 1);
    const unseen = await save('unseen', 1);
    const again = await save('seen', 1);
    const rebased = await save('unseen', 2);

    expect(unseen).toMatchObject({
      status: 409,
      body: {
        detail: [{ type: 'conflict', loc: ['body', 'version'], input: 1, ctx: { version: 2 } }],
      },
    });
    expect([seen, again, rebased].map(({ body }) => body.version)).toEqual([2, 2, 3]);
  });

  it('accepts one of several parallel changes of the same version', async () => {
    const workspaceId = await makeWorkspace(api);

    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        contract.call('saveIssueConfig', {
          workspaceId,
          body: { labels: [label(`label_${index}`)], version: 1 },
        }),
      ),
    );

    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  it('creates a version for each parallel writer', async () => {
    const workspaceId = await makeWorkspace(api);

    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        contract.call('saveIssueConfig', { workspaceId, body: { labels: [label(`label_${index}`)] } }),
      ),
    );

    expect(responses.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it.each([
    [{}, 'body.labels missing'],
    [{ labels: [] }, 'body.labels too_short'],
    [{ labels: Array.from({ length: 51 }, (_, index) => label(`l${index}`)) }, 'body.labels too_long'],
    [{ labels: {} }, 'body.labels list_type'],
    [{ labels: [label('Not Snake')] }, 'body.labels.0.name string_pattern_mismatch'],
    [{ labels: [label('x'), label('x')] }, 'body.labels.1.name value_error'],
    [{ labels: [{ name: 'x', description: 'd'.repeat(1001) }] }, 'body.labels.0.description string_too_long'],
    [{ labels: [{ ...label('x'), covers: ['tone'] }] }, 'body.labels.0.covers.0 enum'],
    [{ labels: [{ ...label('x'), covers: null }] }, 'body.labels.0.covers list_type'],
    [
      { labels: [{ ...label('x'), covers: ['fabrication', 'fabrication'] }] },
      'body.labels.0.covers value_error',
    ],
    [
      { labels: [{ ...label('x'), covers: ['fabrication'] }, label('fabrication')] },
      'body.labels.1.covers value_error',
    ],
    [{ labels: [label('x')], domain_context: 'd'.repeat(8001) }, 'body.domain_context string_too_long'],
    [{ labels: [label('x')], domain: '' }, 'body.domain extra_forbidden'],
    [{ labels: [label('x')], version: 0 }, 'body.version greater_than_equal'],
  ])('responds 422 to invalid configurations (case %#)', async (body, problem) => {
    const response = await contract.call('saveIssueConfig', { body });

    expect(response.status).toBe(422);
    expect(
      response.body.detail.map(
        ({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`,
      ),
    ).toEqual([problem]);
  });

  it('responds 403 to a stranger, and to a viewer who writes', async () => {
    const viewer = await makeMember(api, 'viewer');
    const stranger = await makeMember(api, 'admin', await makeWorkspace(api));

    const written = await contract.call('saveIssueConfig', {
      key: viewer.key,
      body: { labels: [label('x')] },
    });
    const read = await contract.call('getIssueConfig', { key: stranger.key });

    expect(written).toMatchObject({
      status: 403,
      body: { detail: [{ type: 'role_insufficient', ctx: { needed: 'contributor', actual: 'viewer' } }] },
    });
    expect(read).toMatchObject({
      status: 403,
      body: { detail: [{ type: 'workspace_forbidden', loc: ['header', 'x-workspace-id'] }] },
    });
    expect((await contract.call('getIssueConfig', { key: viewer.key })).status).toBe(200);
  });

  it('responds 422 to a user-scoped key without a workspace, or with an unknown one', async () => {
    const missing = await contract.call('getIssueConfig', { workspaceId: null });
    const wrong = await contract.call('getIssueConfig', { workspaceId: 'mine' });

    expect(missing.body).toEqual({
      detail: [
        { loc: ['header', 'x-workspace-id'], msg: 'Field required', type: 'missing', input: null, ctx: {} },
      ],
    });
    expect(wrong).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['header', 'x-workspace-id'], type: 'uuid_parsing' }] },
    });
  });
});

describe('GET /v1/issue-config/versions/{version}', () => {
  const read = (version: number | string, workspaceId?: string) =>
    contract.call('getIssueConfigVersion', {
      params: { version: String(version) },
      ...(workspaceId === undefined ? {} : { workspaceId }),
    });

  it('returns old versions as they were', async () => {
    const workspaceId = await makeWorkspace(api);
    const first = await contract.call('getIssueConfig', { workspaceId });
    const body = { labels: [{ ...label('wrong_tariff'), covers: ['fabrication'] }] };
    const { warnings: _warnings, ...second } = (await contract.call('saveIssueConfig', { workspaceId, body }))
      .body;

    expect((await read(1, workspaceId)).body).toEqual(first.body);
    expect((await read(2, workspaceId)).body).toEqual(second);
  });

  it('responds 404 to an absent version, also if another workspace has it, and 422 to no version', async () => {
    const [workspaceId, other] = [await makeWorkspace(api), await makeWorkspace(api)];
    await contract.call('saveIssueConfig', { workspaceId: other, body: { labels: [label('x')] } });

    expect(await read(2, workspaceId)).toMatchObject({
      status: 404,
      body: { detail: [{ type: 'not_found', loc: ['path', 'version'] }] },
    });
    expect((await read(2, other)).status).toBe(200);
    const refused = await Promise.all(['x', 0, 1.5, -1, 99_999_999_999].map((one) => read(one, workspaceId)));
    expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(422));
  });

  it('responds 403 to users who are not members of the workspace', async () => {
    const stranger = await makeMember(api, 'admin', await makeWorkspace(api));

    const { status } = await contract.call('getIssueConfigVersion', {
      key: stranger.key,
      params: { version: '1' },
    });

    expect(status).toBe(403);
  });
});

it('responded with every documented status', () => {
  expect(contract.unwitnessed('Issue config')).toEqual([]);
});
