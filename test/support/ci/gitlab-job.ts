import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { runScript } from './run-script';

interface Job {
  variables: Record<string, string>;
  before_script?: string[];
  script: string[];
}

interface Pipeline {
  include: { local: string; inputs: Record<string, string> }[];
}

/**
 * Runs a job that `.gitlab-ci.yml` of `folder` includes by a local template, as the shell executor of GitLab's runner
 * does. The shell is POSIX: images without bash have no other.
 */
export async function runJob(
  folder: string,
  name: string,
  env: NodeJS.ProcessEnv,
): Promise<{ exitCode: number; log: string }> {
  const pipeline: Pipeline & Record<string, Partial<Job>> = parse(
    readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8'),
  );
  const [include] = pipeline.include;
  if (include === undefined) throw new Error('.gitlab-ci.yml includes no template');
  const template = readTemplate(join(folder, include.local), include.inputs);
  const job = { ...template[name], ...pipeline[name] } as Job;
  const variables = Object.entries(job.variables).map(([variable, text]) => [variable, expand(text, env)]);
  return runScript(['sh', '-e'], {
    script: [...(job.before_script ?? []), ...job.script].join('\n'),
    folder,
    env: { ...env, ...Object.fromEntries(variables) },
  });
}

/** The jobs of a template, in whose values inputs are replaced by what is given, else by their defaults. */
function readTemplate(path: string, given: Record<string, string>): Record<string, Job> {
  const [header, content] = parseAllDocuments(readFileSync(path, 'utf8')).map((one) => one.toJS());
  const inputValue = (input: string) => given[input] ?? header.spec.inputs[input].default;
  return JSON.parse(
    JSON.stringify(content, (_, value: unknown) =>
      typeof value === 'string'
        ? value.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (__, input: string) => inputValue(input))
        : value,
    ),
  );
}

/** Variables in the values of variables are replaced, as GitLab does. */
function expand(text: string, env: NodeJS.ProcessEnv): string {
  return text.replace(/\$(\w+)/g, (_, variable: string) => env[variable] ?? '');
}
