import type { GetResponse, OptimizationRun } from '../../../api/types';
import { pluralize } from '../../../text/wording';

type Runner = GetResponse<'/v1/optimization-runners'>['items'][number];
type RunStrategy = Pick<OptimizationRun, 'strategy'>;

/** Whether a runner is connected that may claim the run. */
export function describeRunners({ strategy }: RunStrategy, runners: readonly Runner[]): string {
  if (runners.length === 0) return 'No runner is connected.';
  const fitting = runners.filter(
    ({ strategies }) => strategy === null || strategies === null || strategies.includes(strategy),
  );
  if (fitting.length === 0) {
    const other = `${pluralize(runners.length, 'connected runner')} ${runners.length === 1 ? 'has' : 'have'}`;
    return `No runner is connected that has the strategy ${strategy}: ${other} another one.`;
  }
  const names = fitting.map(({ runner_id: name }) => name).join(', ');
  return `${pluralize(fitting.length, 'runner')} connected: ${names}. It claims the run within seconds.`;
}

/** Starts a runner that may claim the run, from a shell. */
export function formatRunnerCommand(
  { strategy, model }: RunStrategy & Pick<OptimizationRun, 'model'>,
  { endpoint, key }: { endpoint: string; key: string | null },
): string {
  return [
    `export ASSAY_URL=${endpoint}`,
    `export ASSAY_API_KEY=${key ?? 'YOUR_API_KEY'}`,
    formatStart(strategy ?? 'list', model),
  ].join('\n');
}

function formatStart(strategy: string, model: string): string {
  if (strategy === 'list') return 'assay runner --strategy list --candidates candidates.yaml';
  if (strategy === 'llm') return `assay runner --strategy llm --model ${model}`;
  return `# Start your runner with the strategy ${strategy}.`;
}
