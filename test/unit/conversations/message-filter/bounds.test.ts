import { compileMessageFilter } from '../../../../src/conversations/message-filter/message-filter';
import { ValidationError } from '../../../../src/platform/errors/app-error';

const january = '2026-01-01T00:00:00Z';
const february = '2026-02-01T00:00:00Z';
const window = `created_at >= ${january} AND created_at < ${february}`;

function refusal(text: string, bounds: 'required' | 'optional' = 'required'): ValidationError | null {
  try {
    compileMessageFilter(text, { bounds });
    return null;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error;
  }
}

const problems = (text: string, bounds: 'required' | 'optional' = 'required') =>
  refusal(text, bounds)?.problems.map(({ ctx }) => `${ctx?.position} ${ctx?.error}`) ?? [];

const lacks = (bound: string) => expect.stringContaining(`created_at needs ${bound} bound`);

describe('the bounds of created_at', () => {
  it.each([
    ['>=', '<', true, false],
    ['>', '<=', false, true],
  ])('%s and %s are inclusive or exclusive as written', (lower, upper, isFrom, isTo) => {
    const { from, to } = compileMessageFilter(
      `created_at ${upper} ${february} AND created_at ${lower} ${january}`,
      { bounds: 'required' },
    );

    expect(from).toEqual({ at: new Date(january), inclusive: isFrom });
    expect(to).toEqual({ at: new Date(february), inclusive: isTo });
  });

  it.each([
    [window, true],
    [`(${window})`, true],
    [`${window} AND role = user`, false],
    [`(role = user AND (created_at >= ${january})) AND created_at < ${february}`, false],
    [`${window} AND NOT created_at = ${january}`, false],
    [`${window} AND created_at != ${january}`, false],
    [`${window} AND (created_at < ${january} OR created_at > ${january})`, false],
  ])('are found in %s', (text, isTimeOnly) => {
    expect(compileMessageFilter(text, { bounds: 'required' })).toMatchObject({
      from: { at: new Date(january), inclusive: true },
      to: { at: new Date(february), inclusive: false },
      isTimeOnly,
    });
  });

  it.each([
    ['', [lacks('a lower'), lacks('an upper')]],
    ['role = user', [lacks('a lower'), lacks('an upper')]],
    [`created_at >= ${january}`, [lacks('an upper')]],
    [`created_at < ${january}`, [lacks('a lower')]],
    [`created_at >= ${january} OR created_at < ${february}`, [lacks('a lower'), lacks('an upper')]],
    [`NOT created_at >= ${january} AND created_at < ${february}`, [lacks('a lower')]],
    [`created_at = ${january}`, [lacks('a lower'), lacks('an upper')]],
    [`${window} OR role = user`, [lacks('an upper')]],
  ])('are missed in %j', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });

  it.each([
    ['model = "a"', { field: 'model', key: null, value: 'a' }],
    ['tags.team:(red)', { field: 'tags', key: 'team', value: 'red' }],
    ['NOT model = "a"', null],
    ['model != "a"', null],
    ['model:*', null],
    ['model:("a" OR "b")', null],
    ['issue_count = 1', null],
    ['model = "a" AND role = user', null],
  ])('may surround one value: %s', (rest, oneValue) => {
    const filter = `created_at >= ${january} AND (${rest}) AND created_at < ${february}`;

    expect(compileMessageFilter(filter, { bounds: 'required' }).oneValue).toEqual(oneValue);
  });

  it('may be absent where they are optional', () => {
    expect(compileMessageFilter('', { bounds: 'optional' })).toEqual({
      query: { $and: [{ experimentId: null }] },
      from: null,
      to: null,
      isTimeOnly: true,
      oneValue: null,
      namesExperiments: false,
      namesConversations: false,
    });
    expect(compileMessageFilter(`created_at < ${january}`, { bounds: 'optional' })).toMatchObject({
      from: null,
      to: { at: new Date(january), inclusive: false },
      isTimeOnly: true,
    });
  });

  it.each(['required', 'optional'] as const)('are one of each, also when they are %s', (bounds) => {
    expect(problems(`${window} AND created_at > ${january}`, bounds)).toEqual([
      `${window.length + 5} created_at already has a lower bound`,
    ]);
  });

  it.each([
    [`created_at >= ${february} AND created_at < ${january}`, false],
    [`created_at >= ${january} AND created_at < ${january}`, false],
    [`created_at > ${january} AND created_at <= ${january}`, false],
    [`created_at > ${january} AND created_at < 2026-01-01T00:00:00.001Z`, false],
    [`created_at > 2026-01-01T00:00:00.0001Z AND created_at < 2026-01-01T00:00:00.0009Z`, false],
    [`created_at >= ${january} AND created_at <= ${january}`, true],
    [`created_at >= ${january} AND created_at < 2026-01-01T00:00:00.0005Z`, true],
    [`created_at >= 2026-01-01T00:00:00+02:00 AND created_at < ${january}`, true],
  ])('have a millisecond between them: %s is %s', (text, isAccepted) => {
    expect(problems(text)).toEqual(
      isAccepted ? [] : [expect.stringContaining('the bounds of created_at select no time')],
    );
  });

  it('are not missed when a time cannot be read', () => {
    expect(problems(`created_at >= 2026-01-01 AND created_at < ${february}`)).toEqual([
      expect.stringContaining('not "2026-01-01"'),
    ]);
  });
});

describe('a problem', () => {
  it('has the place, the words and the filter in the form of the contract', () => {
    const filter = `${window} AND role = robot`;

    expect(refusal(filter)?.problems).toEqual([
      {
        loc: ['query', 'filter'],
        msg: 'Value error, at position 84: role must be developer, system, user, assistant, tool or function, not "robot"',
        type: 'value_error',
        input: filter,
        ctx: {
          error: 'role must be developer, system, user, assistant, tool or function, not "robot"',
          position: 84,
          length: 5,
          expected: ['developer', 'system', 'user', 'assistant', 'tool', 'function'],
        },
      },
    ]);
  });

  it('is what more than 4,096 characters have, counted in code points', () => {
    const filter = (length: number) => `agent_name = "${'😀'.repeat(length - 15)}"`;

    expect(problems(filter(4096), 'optional')).toEqual([]);
    expect(problems(filter(4097), 'optional')).toEqual([
      '4096 the filter has 4097 characters; the maximum is 4096',
    ]);
  });

  it('is one of at most 100', () => {
    const filter = Array.from({ length: 200 }, () => 'size = 1').join(' AND ');

    expect(problems(filter)).toHaveLength(100);
  });
});
