import { useApi, useContract } from '../support/use-api';

const api = useApi();
const contract = useContract(api);

const window = 'created_at >= 2026-01-01T00:00:00Z AND created_at < 2026-02-01T00:00:00Z';

describe('POST /v1/filters/validate', () => {
  it('accepts a valid filter', async () => {
    const { status, body } = await contract.call('validateFilter', { body: { filter: window } });

    expect([status, body]).toEqual([200, { valid: true, problems: [] }]);
  });

  it('responds 200 to an invalid filter, with its errors and their positions', async () => {
    const filter = `${window} AND role = robot`;

    const { status, body } = await contract.call('validateFilter', { body: { filter } });

    expect([status, body]).toEqual([
      200,
      {
        valid: false,
        problems: [
          {
            msg: 'role must be developer, system, user, assistant, tool or function, not "robot"',
            position: 84,
            length: 5,
            expected: ['developer', 'system', 'user', 'assistant', 'tool', 'function'],
          },
        ],
      },
    ]);
  });

  it('requires time bounds unless they are optional', async () => {
    const body = { filter: 'role = user' };

    const bounded = await contract.call('validateFilter', { body });
    const free = await contract.call('validateFilter', { body: { ...body, requires_bounds: false } });

    expect(bounded.body.problems).toHaveLength(2);
    expect(free.body).toEqual({ valid: true, problems: [] });
  });

  it.each([
    [{}, 'body.filter missing'],
    [{ filter: 1 }, 'body.filter string_type'],
    [{ filter: '', requires_bounds: 'x' }, 'body.requires_bounds bool_parsing'],
    [{ filter: '', other: 1 }, 'body.other extra_forbidden'],
  ])('responds 422 to %j', async (body, problem) => {
    const response = await contract.call('validateFilter', { body });

    expect(response.status).toBe(422);
    expect(
      response.body.detail.map(
        ({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`,
      ),
    ).toEqual([problem]);
  });

  it.each(['('.repeat(1_000_000), '{"$where": "1"}', '$where = 1', '"', '\u0001'])(
    'responds 200 to hostile text (case %#)',
    async (filter) => {
      const { status, body } = await contract.call('validateFilter', { body: { filter } });

      expect([status, body.valid]).toEqual([200, false]);
    },
  );
});

describe('GET /v1/filters/fields', () => {
  it('has a valid example for each field', async () => {
    const { status, body } = await contract.call('listFilterFields');

    expect(status).toBe(200);
    expect(body.fields.map(({ name }: { name: string }) => name)).toContain('tags.<key>');
    for (const { example: filter } of body.fields) {
      const checked = await contract.call('validateFilter', { body: { filter, requires_bounds: false } });
      expect([filter, checked.body]).toEqual([filter, { valid: true, problems: [] }]);
    }
  });
});
