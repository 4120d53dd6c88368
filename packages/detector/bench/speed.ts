import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { Message } from '../../formats';
import { quantile } from '../../statistics';
import { countWords } from './bare-pass';
import { timeDetection } from './detector-thread';

/** The speed of judging conversations. */
export interface Speed {
  threads: number;
  responses: number;
  responsesPerSecond: number;
  medianMs: number | null;
  p95Ms: number | null;
  /** Of the whole process, including its garbage collector and compiler. */
  cpuMsPerResponse: number;
  /** Median of a bare pass over the same texts, in between, on one thread only. */
  barePassMedianMs: number | null;
}

/** Responses that each thread judges before timing starts: until its code is compiled, it is half as fast. */
const WARM_UP = 1_000;
/** Takes about 20 ms. */
const ARITHMETIC_STEPS = 10_000_000;
const ARITHMETIC_TASKS_PER_THREAD = 50;

/** On this thread; a bare pass precedes each response, so that other load affects both. */
export function measureOneThread(conversations: readonly Message[][]): Speed {
  for (const messages of warmUp(conversations, 1)) timeDetection(messages);
  const barePasses: number[] = [];
  const times: number[] = [];
  let cpu = 0;
  for (const messages of conversations) {
    const startedAt = performance.now();
    countWords(messages);
    barePasses.push(performance.now() - startedAt);
    const cpuAtStart = cpuMs();
    times.push(timeDetection(messages));
    cpu += cpuMs() - cpuAtStart;
  }
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1_000;
  const barePassMedianMs = quantile(barePasses.sort(ascending), 0.5);
  return { ...summarize(times, seconds, cpu), threads: 1, barePassMedianMs };
}

/** In a pool of threads, which copies each conversation as the service does. */
export async function measureThreads(conversations: readonly Message[][], threads: number): Promise<Speed> {
  const pool = createPool(threads);
  const judge = (messages: Message[]): Promise<number> => pool.run(messages, { name: 'timeDetection' });
  try {
    await Promise.all(warmUp(conversations, threads).map(judge));
    const [startedAt, cpuAtStart] = [performance.now(), cpuMs()];
    const times = await Promise.all(conversations.map(judge));
    const seconds = (performance.now() - startedAt) / 1_000;
    return { ...summarize(times, seconds, cpuMs() - cpuAtStart), threads, barePassMedianMs: null };
  } finally {
    await pool.destroy();
  }
}

/**
 * The arithmetic of several threads as a share of the ideal multiple of one thread: the real capacity of this
 * machine's cores for a program that allocates and shares nothing. Virtual cores may be hyperthreads.
 */
export async function measureArithmetic(threads: number): Promise<number> {
  const alone = await iterationsPerSecond(1);
  return (await iterationsPerSecond(threads)) / (alone * threads);
}

async function iterationsPerSecond(threads: number): Promise<number> {
  const pool = createPool(threads);
  const run = (tasks: number) =>
    Promise.all(Array.from({ length: tasks }, () => pool.run(ARITHMETIC_STEPS, { name: 'iterate' })));
  try {
    await run(2 * threads); // starts and compiles
    const startedAt = performance.now();
    await run(ARITHMETIC_TASKS_PER_THREAD * threads);
    return (ARITHMETIC_TASKS_PER_THREAD * threads) / ((performance.now() - startedAt) / 1_000);
  } finally {
    await pool.destroy();
  }
}

function createPool(threads: number): Piscina {
  return new Piscina({
    filename: join(__dirname, 'detector-thread.js'),
    minThreads: threads,
    maxThreads: threads,
  });
}

function summarize(times: number[], seconds: number, cpu: number) {
  times.sort(ascending);
  return {
    responses: times.length,
    responsesPerSecond: times.length / seconds,
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    cpuMsPerResponse: cpu / times.length,
  };
}

/** The conversations, repeated until there are enough for all threads. */
function warmUp(conversations: readonly Message[][], threads: number): Message[][] {
  return Array.from(
    { length: WARM_UP * threads },
    (_, index) => conversations[index % conversations.length] as Message[],
  );
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function ascending(one: number, other: number): number {
  return one - other;
}
