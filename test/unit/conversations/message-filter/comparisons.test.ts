import { comparators } from '../../../../src/conversations/message-filter/filter-ast';
import { compileMessageFilter } from '../../../../src/conversations/message-filter/message-filter';
import { ValidationError } from '../../../../src/platform/errors/app-error';
import { uuids } from '../../../support/message-filters';

const [uuid = ''] = uuids;

/** The conditions of a filter without required bounds; problems as `position error`. */
function compile(text: string): unknown {
  try {
    return compileMessageFilter(text, { bounds: 'optional' }).query.$and;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.problems.map(({ ctx }) => `${ctx?.position} ${ctx?.error}`);
  }
}

const own = { experimentId: null };

describe('a comparison', () => {
  it.each([
    ['role = user', { role: { $in: ['user'] } }],
    ['role != user', { $nor: [{ role: { $in: ['user'] } }] }],
    ['role:(user OR tool)', { role: { $in: ['user', 'tool'] } }],
    ['role:*', { role: { $type: 'string' } }],
    ['NOT role = user', { $nor: [{ role: { $in: ['user'] } }] }],
    ['NOT role != user', { role: { $in: ['user'] } }],
    ['model = 4', { 'generation.model': { $in: ['4'] } }],
    ['provider = "open ai"', { 'generation.provider': { $in: ['open ai'] } }],
    ['label:fabrication', { 'verdicts.findings.label': { $in: ['fabrication'] } }],
    ['tool_name = search', { toolNames: { $in: ['search'] } }],
    ['agent_name:*', { agentName: { $type: 'string' } }],
    ['issue_count = 2', { 'verdicts.issueCount': { $in: [2] } }],
    ['issue_count != 2', { $nor: [{ 'verdicts.issueCount': { $in: [2] } }] }],
    ['issue_count < 2', { 'verdicts.issueCount': { $lt: 2 } }],
    ['issue_count <= 2', { 'verdicts.issueCount': { $lte: 2 } }],
    ['issue_count > 2', { 'verdicts.issueCount': { $gt: 2 } }],
    ['issue_count >= 2', { 'verdicts.issueCount': { $gte: 2 } }],
    ['issue_count:(1 OR 2)', { 'verdicts.issueCount': { $in: [1, 2] } }],
    ['issue_count:*', { 'verdicts.issueCount': { $type: 'number' } }],
    [`evaluator_id = ${uuid.toUpperCase()}`, { 'verdicts.evaluatorId': { $in: [uuid] } }],
    [`conversation_id != "${uuid}"`, { $nor: [{ conversationId: { $in: [uuid] } }] }],
    ['tags.env = x', { tags: { $elemMatch: { key: { $eq: 'env' }, value: { $in: ['x'] } } } }],
    ['tags.env:*', { tags: { $elemMatch: { key: { $eq: 'env' }, value: { $type: 'string' } } } }],
    ['tags.env != x', { $nor: [{ tags: { $elemMatch: { key: { $eq: 'env' }, value: { $in: ['x'] } } } }] }],
    ['created_at = "2026-01-01T01:00:00+01:00"', { createdAt: { $in: [new Date('2026-01-01T00:00:00Z')] } }],
    ['created_at > 2026-01-01T00:00:00Z', { createdAt: { $gt: new Date('2026-01-01T00:00:00Z') } }],
    ['created_at:*', { createdAt: { $type: 'date' } }],
  ])('%s looks where the fact is stored', (text, condition) => {
    expect(compile(text)).toEqual([condition, own]);
  });

  it.each([
    ['>=', '$gt'],
    ['>', '$gt'],
    ['<', '$lte'],
    ['<=', '$lte'],
  ])('%s with a time between two milliseconds is exact about whole ones', (comparator, operator) => {
    expect(compile(`created_at ${comparator} 2026-01-01T00:00:00.001500Z`)).toEqual([
      { createdAt: { [operator]: new Date('2026-01-01T00:00:00.001Z') } },
      own,
    ]);
  });

  it('equals no time between two milliseconds, and zeros are none', () => {
    expect(compile('created_at = 2026-01-01T00:00:00.001500Z')).toEqual([{ createdAt: { $in: [] } }, own]);
    expect(compile('created_at = 2026-01-01T00:00:00.001000Z')).toEqual([
      { createdAt: { $in: [new Date('2026-01-01T00:00:00.001Z')] } },
      own,
    ]);
  });

  it.each([
    'role',
    'model',
    'provider',
    'label',
    'tool_name',
    'conversation_id',
    'conversation_type',
    'evaluator_id',
    'tags.env',
    'agent_name',
    'experiment_id',
  ])('of %s has no order', (field) => {
    const shown = field.replace('.env', '.<key>');
    const refused = comparators.filter((comparator) =>
      String(compile(`${field} ${comparator} x`)).includes(`${shown} cannot be compared with`),
    );

    expect(refused).toEqual(['<', '<=', '>', '>=']);
  });

  it.each([
    ['role = robot', '7 role must be developer, system, user, assistant, tool or function, not "robot"'],
    ['role = User', '7 role must be developer, system, user, assistant, tool or function, not "User"'],
    [
      'conversation_type:(trace OR x)',
      '28 conversation_type must be trace, detection, import or experiment, not "x"',
    ],
    ['evaluator_id = 7', '15 evaluator_id accepts UUIDs, not "7"'],
    ['issue_count = 1.5', '14 issue_count accepts whole numbers such as 0 or 12, not "1.5"'],
    ['issue_count = "1"', '14 issue_count accepts whole numbers such as 0 or 12, not "1"'],
    ['issue_count = -1', '14 issue_count accepts whole numbers such as 0 or 12, not "-1"'],
    [
      'issue_count = 99999999999999999999',
      '14 issue_count accepts whole numbers such as 0 or 12, not "99999999999999999999"',
    ],
    [
      'created_at = 2026-02-30T00:00:00Z',
      '13 created_at accepts times such as 2026-01-31T09:30:00Z, not "2026-02-30T00:00:00Z"',
    ],
    ['created_at = 2026-02-03', '13 created_at accepts times such as 2026-01-31T09:30:00Z, not "2026-02-03"'],
    [
      'created_at = 2026-02-03T04:05:06',
      '13 the time "2026-02-03T04:05:06" has no zone: end it with Z, or with an offset such as +02:00',
    ],
    ['role = *', '0 * (any value) can only follow ":", not ='],
    ['role = (user OR tool)', '0 several values can only follow ":", not ='],
    ['tags = x', '0 name a tag: tags.<key>'],
    ['role.x = user', '0 role accepts no key; only tags do. Write role'],
  ])('%s is refused', (text, problem) => {
    expect(compile(text)).toEqual([problem]);
  });

  it.each(['constructor', '__proto__', 'toString', 'experimentId', 'workspaceId', 'expireAt', 'Role'])(
    'knows no field %s',
    (name) => {
      expect(compile(`${name} = x`)).toEqual([expect.stringMatching(/^0 unknown field/)]);
    },
  );

  it('reports all that is wrong, in the order of the text and in code points', () => {
    expect(compile('agent_name = "😀" AND (role = x OR NOT size = 1) AND issue_count:(1 OR b OR c)')).toEqual(
      [
        expect.stringMatching(/^29 role must be/),
        expect.stringMatching(/^38 unknown field/),
        expect.stringMatching(/^70 issue_count/),
        expect.stringMatching(/^75 issue_count/),
      ],
    );
  });
});

describe('what the caller wrote', () => {
  it.each(['$where', '$gt', 'a.b', '{"$ne": null}', '.*', '(a+)+$', '/x/i', 'function(){}', 'true', 'null'])(
    'stays a text: %s',
    (text) => {
      expect(compile(`model = "${text.replaceAll('"', '\\"')}"`)).toEqual([
        { 'generation.model': { $in: [text] } },
        own,
      ]);
      expect(compile(`tags."${text.replaceAll('"', '\\"')}" = x`)).toEqual([
        { tags: { $elemMatch: { key: { $eq: text }, value: { $in: ['x'] } } } },
        own,
      ]);
    },
  );
});

describe('the replies of experiments', () => {
  it.each([
    ['role = user', false],
    ['experiment_id:*', true],
    ['NOT (role = user OR conversation_type = trace)', true],
    ['model = experiment_id', false],
    ['tags.experiment_id = x', false],
  ])('%s: named is %s', (text, namesExperiments) => {
    const filter = compileMessageFilter(text, { bounds: 'optional' });

    expect(filter.namesExperiments).toBe(namesExperiments);
    expect(
      filter.query.$and.some((condition) => 'experimentId' in condition && condition.experimentId === null),
    ).toBe(!namesExperiments);
  });
});
