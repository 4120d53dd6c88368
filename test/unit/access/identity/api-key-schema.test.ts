import { createApiKeySchema } from '../../../../src/access/api-keys/api-key.schema';
import { toProblems } from '../../../../src/platform/http/problems';

const WORKSPACE_ID = '0f0e4a4e-9c2b-4f37-8a55-7d5c1c6f9a10';
const valid = { name: 'ci', expires_in_days: 30, scope: 'workspace', workspace_id: WORKSPACE_ID };

function problemsOf(body: unknown): string[] {
  const parsed = createApiKeySchema.safeParse(body, { reportInput: true });
  return parsed.success
    ? []
    : toProblems(parsed.error, 'body').map(({ loc, type }) => `${loc.join('.')} ${type}`);
}

describe('the request for a key', () => {
  it.each([
    [{}, []],
    [{ scope: 'user', workspace_id: undefined }, []],
    [{ scope: 'user', workspace_id: null }, []],
    [{ name: 'n'.repeat(255), expires_in_days: 365 }, []],
    [{ name: 'n', expires_in_days: 1 }, []],
    [{ workspace_id: undefined }, ['body.workspace_id missing']],
    [{ workspace_id: null }, ['body.workspace_id missing']],
    [{ workspace_id: 'mine' }, ['body.workspace_id uuid_parsing']],
    [{ name: '' }, ['body.name string_too_short']],
    [{ name: 'n'.repeat(256) }, ['body.name string_too_long']],
    [{ expires_in_days: 0 }, ['body.expires_in_days greater_than_equal']],
    [{ expires_in_days: 366 }, ['body.expires_in_days less_than_equal']],
    [{ expires_in_days: 1.5 }, ['body.expires_in_days int_from_float']],
    [{ scope: 'root' }, ['body.scope enum']],
    [{ scope: undefined }, ['body.scope missing']],
    [{ role: 'admin' }, ['body.role extra_forbidden']],
  ])('with %j has the problems %j', (changes, expected) => {
    expect(problemsOf({ ...valid, ...changes })).toEqual(expected);
  });

  it('reports a missing workspace along with every other problem', () => {
    expect(problemsOf({ name: '', expires_in_days: 0, scope: 'workspace' }).sort()).toEqual([
      'body.expires_in_days greater_than_equal',
      'body.name string_too_short',
      'body.workspace_id missing',
    ]);
  });

  it.each([[null], ['text'], [[]]])('is not %j', (body) => {
    expect(problemsOf(body)).toEqual(['body dict_type']);
  });
});
