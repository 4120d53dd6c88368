import { join } from 'node:path';
import { bold, isColorSupported } from 'picocolors';
import { packageRoot } from '../../platform/package-root';
import type { ServiceAddresses } from '../service/bring-up';
import { describeCosts } from '../shared/costs';
import { withProgressBar } from '../shared/progress-bar';
import { formatNumber, numbered } from '../shared/wording';
import { describeAddresses } from './address-report';
import { describeExample, pickExamples } from './annotated-examples';
import { type CheckResult, checkConversations } from './check-conversations';
import type { DemoAccount } from './demo-account';
import { itemTable, metricsTable } from './experiment-tables';
import { describeFindings, describeSkipped } from './findings-report';
import { describeOptimization, optimizationTable } from './optimization-table';
import { type EndedExperiment, runExperiment } from './run-experiment';
import { type EndedOptimization, runOptimization } from './run-optimization';
import { signIn } from './sign-in';

const CANDIDATES_PATH = join(packageRoot, 'demo/candidates.yaml');
const EXAMPLES = 3;
const MAX_EXPERIMENT_CONVERSATIONS = 10_000;
/** A run has at least four experiments, and a few conversations are enough for a demonstration. */
const MAX_OPTIMIZATION_CONVERSATIONS = 100;

export interface DemonstrationOptions {
  service: ServiceAddresses;
  account: DemoAccount;
  /** NDJSON of {messages, tools?}, gzipped or not. */
  dataPath: string;
  /** Number of non-blank lines. */
  lineCount: number;
  temporalNamespace: string;
  /** Absolute: where the data of the service is. */
  dataDir: string;
  signal: AbortSignal;
  /** Takes the results, one or more whole lines at a time. */
  print(text: string): void;
  /** Takes what is of passing interest. */
  log(line: string): void;
}

/**
 * Checks the conversations of a file, runs two experiments and an optimization run over them and prints what was
 * found, all through the HTTP API of the running service.
 */
export async function runDemonstration(options: DemonstrationOptions): Promise<void> {
  const { service, account, dataPath, lineCount, signal, print, log } = options;
  const { client, key, workspace } = await signIn({ address: service.api, signal }, account);
  log(`Signed in to the workspace ${workspace.name}, with an API key that expires in 30 days`);

  const startedAt = Date.now();
  const result = await withProgressBar('Checking conversations', lineCount, (show) =>
    checkConversations(client, dataPath, show, signal),
  );
  const seconds = (Date.now() - startedAt) / 1_000;
  for (const line of describeSkipped(result.skipped)) log(line);
  if (result.checked.length === 0)
    throw new Error(`${dataPath} contains no conversation that could be checked`);

  const ids = result.checked
    .slice(0, MAX_EXPERIMENT_CONVERSATIONS)
    .map(({ conversationId }) => conversationId);
  if (ids.length < result.checked.length)
    log(`The experiments use the first ${numbered(ids.length, 'conversation')}`);
  const passThrough = {
    name: 'original replies',
    model: 'pass-through',
    pass_through: true,
    conversation_ids: ids,
  };
  const extractive = { name: 'extractive replies', model: 'embedded/extractive', conversation_ids: ids };
  const experiments = [
    await runExperiment(client, passThrough, signal),
    await runExperiment(client, extractive, signal),
  ];

  const runner = {
    api: service.api,
    key,
    candidatesPath: CANDIDATES_PATH,
    logPath: join(options.dataDir, 'logs', 'runner.log'),
  };
  const optimization = await runOptimization(
    client,
    ids.slice(0, MAX_OPTIMIZATION_CONVERSATIONS),
    runner,
    signal,
  );

  printResults(result, seconds, experiments, print);
  printOptimization(optimization, print);
  heading('Addresses', print);
  print(
    describeAddresses({
      service,
      temporalNamespace: options.temporalNamespace,
      account,
      key,
      experiments: experiments.map(({ experiment }) => experiment),
    }),
  );
  print('\nThe service runs until you press Ctrl+C.');
}

function printResults(
  result: CheckResult,
  seconds: number,
  experiments: EndedExperiment[],
  print: DemonstrationOptions['print'],
): void {
  heading('Detection results', print);
  print(describeFindings(result, seconds));
  for (const { experiment, firstItems, seconds } of experiments) {
    heading(`Experiment "${experiment.name}" (${experiment.model})`, print);
    print(describeEnd(experiment, seconds));
    print(`Its first ${firstItems.length} items:`);
    print(itemTable(firstItems));
  }
  heading('Metrics', print);
  print(metricsTable(experiments));
  heading('Examples', print);
  const examples = pickExamples(result.checked, EXAMPLES).map((example) =>
    describeExample(example, isColorSupported),
  );
  print(examples.join('\n\n') || 'Nothing was flagged.');
}

function printOptimization(ended: EndedOptimization, print: DemonstrationOptions['print']): void {
  const { run } = ended;
  heading(`Optimization run "${run.name}" (${run.model})`, print);
  print(
    `A runner process tried the prompts of demo/candidates.yaml in ${numbered(run.conversation_ids.length, 'conversation')} ` +
      'of the file.\nEach inserts the prompt of the conversation, and with it the evidence. The embedded model does not follow\n' +
      'instructions: it copies from the prompt as from any other text.',
  );
  print(describeOptimization(ended));
  print(optimizationTable(ended));
}

function heading(text: string, print: DemonstrationOptions['print']): void {
  print(`\n${bold(text)}\n`);
}

function describeEnd(experiment: EndedExperiment['experiment'], seconds: number): string {
  const { status, status_summary: summary } = experiment;
  const counts = [`${formatNumber(summary.completed)} of ${numbered(summary.total, 'item')} completed`];
  if (summary.failed > 0) counts.push(`${formatNumber(summary.failed)} failed`);
  return `Ended as ${status} after ${seconds.toFixed(1)} s: ${counts.join(', ')}. Cost: ${describeCosts(experiment)}.`;
}
