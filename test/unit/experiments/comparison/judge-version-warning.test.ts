import { warnOfJudgeVersions } from '../../../../src/experiments/comparison/judge-version-warning';

const judged = { evaluatorId: 'a', evaluatorName: 'grounding', evaluatorVersion: 1, issueConfigVersion: 2 };

it('warns of nothing if both sides have the same yardstick, whatever the evaluator is called now', () => {
  expect(warnOfJudgeVersions(judged, { ...judged, evaluatorName: 'renamed' })).toBeNull();
});

it.each([
  [
    { evaluatorVersion: 3 },
    ['evaluator_version'],
    'The experiments differ in evaluator version (1 and 3), so differences may come from the judging instead of the replies.',
  ],
  [
    { issueConfigVersion: 5 },
    ['issue_config_version'],
    expect.stringContaining('differ in issue configuration (version 2 and 5), so'),
  ],
  [
    { evaluatorId: 'b', evaluatorName: 'strict judge', evaluatorVersion: 1, issueConfigVersion: 3 },
    ['evaluator_id', 'issue_config_version'],
    expect.stringContaining(
      'evaluator (grounding version 1 and strict judge version 1) and issue configuration (version 2 and 3)',
    ),
  ],
])('names what differs by %j', (change, differs, message) => {
  expect(warnOfJudgeVersions(judged, { ...judged, ...change })).toEqual({
    code: 'different_yardsticks',
    differs,
    message,
  });
});
