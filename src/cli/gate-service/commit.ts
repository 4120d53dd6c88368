import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The commit of a pipeline, by the variable of its CI: Jenkins last, because its name says least. */
const CI_VARIABLES = [
  'GITHUB_SHA',
  'CI_COMMIT_SHA', // GitLab
  'BITBUCKET_COMMIT',
  'BUILDKITE_COMMIT',
  'BUILD_SOURCEVERSION', // Azure Pipelines
  'CIRCLE_SHA1',
  'CODEBUILD_RESOLVED_SOURCE_VERSION',
  'DRONE_COMMIT_SHA',
  'TRAVIS_COMMIT',
  'GIT_COMMIT', // Jenkins
];

/**
 * The commit that the gate decides about: as given, of the CI, or that of the working directory.
 * @throws Error if none is known
 */
export async function resolveCommit(given: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  const named = [given, ...CI_VARIABLES.map((name) => env[name])].find((commit) => commit?.trim());
  if (named !== undefined) return named.trim();
  try {
    const { stdout } = await promisify(execFile)('git', ['rev-parse', 'HEAD']);
    return stdout.trim();
  } catch (error) {
    throw new Error('No commit is known: give --commit, or run the gate in a git repository', {
      cause: error,
    });
  }
}
