import { resolveCommit } from '../../../../src/cli/gate-service/commit';

describe('the commit of a gate', () => {
  it.each([
    ['as given', 'given', { GITHUB_SHA: 'of-github' }, 'given'],
    ['of GitHub', undefined, { GITHUB_SHA: 'of-github', GIT_COMMIT: 'of-jenkins' }, 'of-github'],
    ['of GitLab', undefined, { GITHUB_SHA: '', CI_COMMIT_SHA: ' of-gitlab\n' }, 'of-gitlab'],
  ])('is that %s', async (_, given, env, commit) => {
    expect(await resolveCommit(given, env)).toBe(commit);
  });

  it('is that of the working directory in no CI', async () => {
    expect(await resolveCommit(undefined, {})).toMatch(/^[0-9a-f]{40}$/);
  });
});
