import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { runScript } from './run-script';

interface Step {
  id?: string;
  if?: '${{ !cancelled() }}';
  run?: string;
  uses?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
}

interface Action {
  inputs: Record<string, { default?: string }>;
  outputs: Record<string, { value: string }>;
  runs: { steps: Step[] };
}

/** The values of expressions, by context: `inputs`, `vars`, `steps`, … */
type Contexts = Record<string, unknown>;

export interface WorkflowSettings {
  vars: Record<string, string>;
  secrets?: Record<string, string>;
  /** What the runner sets in addition. */
  env?: NodeJS.ProcessEnv;
  interruptAt?: string;
}

export interface WorkflowResult {
  /** Of the step that failed, else 0. */
  exitCode: number;
  summary: string;
  /** Of the actions that ran. */
  outputs: Record<string, string>;
  log: string;
}

/**
 * Runs the steps of the only job of a workflow in `folder`, as GitHub's runner does: those with `run`, and those of
 * composite actions in the repository. Actions of other repositories are skipped.
 */
export async function runWorkflow(
  folder: string,
  path: string,
  { vars, secrets = {}, ...settings }: WorkflowSettings,
): Promise<WorkflowResult> {
  const [job] = Object.values<{ steps: Step[] }>(parse(readFileSync(join(folder, path), 'utf8')).jobs);
  const run = new WorkflowRun(folder, settings);
  const exitCode = await run.runSteps(job?.steps ?? [], { vars, secrets });
  return { exitCode, summary: run.read('summary'), outputs: run.outputs, log: run.log };
}

class WorkflowRun {
  readonly outputs: Record<string, string> = {};
  log = '';
  private readonly temporary: string;

  constructor(
    private readonly folder: string,
    private readonly settings: Pick<WorkflowSettings, 'env' | 'interruptAt'>,
  ) {
    this.temporary = mkdtempSync(`${folder}-runner-`);
    for (const name of ['output', 'summary']) writeFileSync(join(this.temporary, name), '');
  }

  read(name: string): string {
    return readFileSync(join(this.temporary, name), 'utf8');
  }

  /** Returns the exit code of the first step that fails, after which only those with `if` run. */
  async runSteps(steps: readonly Step[], contexts: Contexts): Promise<number> {
    const outputs: Record<string, { outputs: Record<string, string> }> = {};
    Object.assign(contexts, { steps: outputs });
    let firstCode = 0;
    for (const step of steps) {
      if (firstCode !== 0 && step.if === undefined) continue;
      const exitCode = await this.runStep(step, contexts);
      if (step.id !== undefined) outputs[step.id] = { outputs: this.takeOutputs() };
      firstCode ||= exitCode;
    }
    return firstCode;
  }

  private async runStep(step: Step, contexts: Contexts): Promise<number> {
    if (step.uses?.startsWith('./')) return this.runAction(step.uses, evaluateAll(step.with, contexts));
    if (step.run === undefined) return 0;
    const { exitCode, log } = await runScript(['bash', '--noprofile', '--norc', '-eo', 'pipefail'], {
      script: evaluate(step.run, contexts),
      folder: this.folder,
      env: {
        ...this.settings.env,
        RUNNER_TEMP: this.temporary,
        GITHUB_OUTPUT: join(this.temporary, 'output'),
        GITHUB_STEP_SUMMARY: join(this.temporary, 'summary'),
        ...evaluateAll(step.env, contexts),
      },
      interruptAt: this.settings.interruptAt,
    });
    this.log += log;
    return exitCode;
  }

  private async runAction(path: string, given: Record<string, string>): Promise<number> {
    const action: Action = parse(readFileSync(join(this.folder, path, 'action.yml'), 'utf8'));
    const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']);
    const contexts: Contexts = { inputs: { ...Object.fromEntries(defaults), ...given } };
    const exitCode = await this.runSteps(action.runs.steps, contexts);
    for (const [name, { value }] of Object.entries(action.outputs))
      this.outputs[name] = evaluate(value, contexts);
    return exitCode;
  }

  private takeOutputs(): Record<string, string> {
    const lines = this.read('output').split('\n').filter(Boolean);
    writeFileSync(join(this.temporary, 'output'), '');
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  }
}

const EXPRESSION = /\$\{\{ *(.*?) *\}\}/g;

/** Replaces expressions, which are names like `inputs.model`, or several of them joined by `||`. */
function evaluate(text: string, contexts: Contexts): string {
  return String(text).replace(EXPRESSION, (_, expression: string) => {
    const values = expression
      .split(' || ')
      .map((name) =>
        name.split('.').reduce<unknown>((value, key) => (value as Contexts | undefined)?.[key], contexts),
      );
    return String(values.find(Boolean) ?? '');
  });
}

function evaluateAll(texts: Record<string, string> = {}, contexts: Contexts): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, evaluate(text, contexts)]));
}
