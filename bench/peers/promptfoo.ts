import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { runCommand } from '../../packages/engines';
import { connectTemporal } from '../../src/platform/temporal/connection';
import { importConversations, runExperiment } from '../experiment-throughput';
import type { MeasuredService } from '../measured-service';
import { readSampleConversations } from '../sample-conversations';
import { type Comparison, compareInRounds, type Sample } from './comparison';
import { installOnce } from './install-once';
import { measureCpu, readEndedChildrenCpuMs } from './process-cpu';

const VERSION = '0.123.1';
/** promptfoo needs a newer one than this service; npm has it as a package. */
const NODE_VERSION = '22.23.3';
const ITEMS = 400;
const SETTINGS = [
  { delayMs: 0, concurrency: 20 },
  { delayMs: 500, concurrency: 50 },
] as const;

/** Without tools, which promptfoo sets for a whole evaluation and not for a prompt. */
const samples = readSampleConversations().map(({ messages }) => ({ messages, tools: undefined }));

const outputSchema = z.object({
  results: z.object({ stats: z.object({ successes: z.int(), evaluationDurationMs: z.number() }) }),
});

/**
 * The same 400 prompts by `promptfoo eval`, and by experiments over stored conversations, whose original replies were
 * judged in the warm-up.
 */
export async function compareWithPromptfoo(
  service: MeasuredService,
  { modelUrl, rounds, signal }: { modelUrl: string; rounds: number; signal: AbortSignal },
): Promise<Comparison[]> {
  const packages = [`promptfoo@${VERSION}`, `node@${NODE_VERSION}`];
  const folder = await installOnce(`promptfoo-${VERSION}`, (prefix) =>
    runCommand('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', ...packages], { signal }),
  );
  const ids = await importConversations(service, samples, ITEMS);
  const temporal = connectTemporal({
    address: service.temporal_address,
    namespace: process.env.TEMPORAL_NAMESPACE || 'default',
    taskQueue: '',
    apiKey: null,
  });
  const comparisons: Comparison[] = [];
  try {
    for (const { delayMs, concurrency } of SETTINGS) {
      const model = `scripted-${delayMs}`;
      const setting = `model of ${delayMs} ms, concurrency ${concurrency}`;
      comparisons.push(
        await compareInRounds(
          { setting, peer: `promptfoo ${VERSION} on Node ${NODE_VERSION}`, rounds },
          () => evaluate(folder, service.dataDir, { modelUrl, delayMs, concurrency, signal }),
          async () => {
            const begin = performance.now();
            const run = () => runExperiment(service, temporal, ids, { model, concurrency });
            const { result, cpuMs } = await measureCpu(service.pids, ITEMS, run);
            return { perSecond: speeds(result.seconds, performance.now() - begin), cpuMs };
          },
        ),
      );
    }
  } finally {
    await temporal.connection.close();
  }
  return comparisons;
}

interface Evaluation {
  modelUrl: string;
  delayMs: number;
  concurrency: number;
  signal: AbortSignal;
}

/** @throws Error unless all items passed */
async function evaluate(
  folder: string,
  dataDir: string,
  { modelUrl, delayMs, concurrency, signal }: Evaluation,
): Promise<Sample> {
  const workDir = join(dataDir, 'promptfoo');
  mkdirSync(workDir, { recursive: true });
  writeFileSync(join(workDir, 'config.json'), JSON.stringify(evaluationConfig(modelUrl, delayMs)));
  const programs = join(folder, 'node_modules', '.bin');
  const off = ['--no-cache', '--no-share', '--no-table', '--no-progress-bar'];
  const settings = ['-c', 'config.json', '-o', 'output.json', '-j', String(concurrency)];
  const cpuBefore = readEndedChildrenCpuMs();
  const begin = performance.now();
  await runCommand(join(programs, 'node'), [join(programs, 'promptfoo'), 'eval', ...settings, ...off], {
    cwd: workDir,
    signal,
    env: {
      ...process.env,
      PROMPTFOO_CONFIG_DIR: workDir,
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
      PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
    },
  });
  const wholeMs = performance.now() - begin;
  const cpuMs = { promptfoo: (readEndedChildrenCpuMs() - cpuBefore) / ITEMS };
  const { stats } = outputSchema.parse(
    JSON.parse(readFileSync(join(workDir, 'output.json'), 'utf8')),
  ).results;
  if (stats.successes !== ITEMS) throw new Error(`Only ${stats.successes} of ${ITEMS} items passed`);
  return { perSecond: speeds(stats.evaluationDurationMs / 1000, wholeMs), cpuMs };
}

/** Of the items alone, and from the command or request until its client has the result. */
function speeds(itemsSeconds: number, wholeMs: number): Record<string, number> {
  return { 'items/s': ITEMS / itemsSeconds, 'items/s with start and end': (ITEMS * 1000) / wholeMs };
}

function evaluationConfig(modelUrl: string, delayMs: number): object {
  return {
    prompts: ['{{messages}}'],
    providers: [{ id: `openai:chat:scripted-${delayMs}`, config: { apiBaseUrl: modelUrl, apiKey: 'none' } }],
    defaultTest: { assert: [{ type: 'not-contains', value: 'I cannot' }] },
    tests: Array.from({ length: ITEMS }, (_, index) => ({
      vars: { messages: JSON.stringify(promptOf(samples[index % samples.length]?.messages ?? [])) },
    })),
  };
}

/** As experiments replay a conversation: everything before its last reply. */
function promptOf(messages: unknown[]): unknown[] {
  const isReply = (message: unknown) => (message as { role: string }).role === 'assistant';
  return messages.slice(0, messages.findLastIndex(isReply));
}
