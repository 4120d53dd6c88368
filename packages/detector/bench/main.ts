import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { exitAfter, log } from '../../../bench/run-benchmark';
import { readSampleConversations } from '../../../bench/sample-conversations';
import { fromOpenAI, type Message, type OpenAIMessage } from '../../formats';
import { readLabeled } from '../training/labeled-data';
import { TextGenerator } from './generated-text';
import { measureGrowth } from './growth';
import { printReport, writeReport } from './report';
import { measureArithmetic, measureOneThread, measureThreads } from './speed';

const peakRssMib = () => process.resourceUsage().maxRSS / 1024;

/**
 * `npm run bench:detector`: the speed of the embedded detector, compared with a bare pass over the same
 * texts.
 */
async function main({ data }: { data?: string }): Promise<void> {
  const conversations = await readBenchConversations(data ?? null);
  log(`One thread, ${conversations.length} conversations`);
  const oneThread = measureOneThread(conversations);
  const oneThreadMib = peakRssMib();
  log(`All cores, ${conversations.length} conversations`);
  const allCores = await measureThreads(conversations, availableParallelism());
  const allCoresMib = peakRssMib();
  log('All cores, arithmetic only');
  const arithmeticScaling = await measureArithmetic(allCores.threads);
  log('Growth with length');
  const growth = measureGrowth(({ growing, characters, medianMs }) =>
    log(`  ${growing} grows: ${characters} characters, ${medianMs.toFixed(1)} ms`),
  );
  const measurements = {
    data: data ?? null,
    oneThread,
    allCores,
    arithmeticScaling,
    growth,
    peakRssMib: { oneThread: oneThreadMib, allCores: allCoresMib },
  };
  printReport(measurements);
  log(`Written to ${writeReport(measurements)}`);
}

exitAfter(
  new Command('bench:detector')
    .option('--data <file>', 'conversations, one a line, plain or gzipped, to measure the speed with')
    .action(main)
    .parseAsync(),
);

const SAMPLE_ROUNDS = 10;
const GENERATED = 500;
const EVIDENCE_CHARS = 4_000;
const REPLY_CHARS = 600;

/** The conversations of the speed benchmark: those of a file of NDJSON, or the demo's and generated ones. */
async function readBenchConversations(path: string | null): Promise<Message[][]> {
  if (path === null) return builtInConversations();
  const conversations: Message[][] = [];
  for await (const { messages } of readLabeled([path])) conversations.push(messages.map(fromOpenAI));
  return conversations;
}

function builtInConversations(): Message[][] {
  const samples = readSampleConversations().map(({ messages }) =>
    (messages as OpenAIMessage[]).map(fromOpenAI),
  );
  const generator = new TextGenerator('speed');
  return [
    ...Array.from({ length: SAMPLE_ROUNDS }, () => samples).flat(),
    ...Array.from({ length: GENERATED }, () => generator.conversation(EVIDENCE_CHARS, REPLY_CHARS)),
  ];
}
