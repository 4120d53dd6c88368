import { judgeInThisThread, judgeInThreads, type LineJudge } from '../../src/cli/detect/line-judge';
import { mapInOrder } from '../../src/cli/detect/ordered-map';
import { chatMessageSchema } from '../../src/conversations/transcript/chat-message.schema';
import { fromOpenAI } from '../../src/conversations/transcript/openai-messages';
import type { Line } from '../../src/conversations/transfer/read-lines';
import { createGroundingEvaluator } from '../../src/evaluation/grounding/grounding-evaluator';
import { quantile } from '../../src/statistics/quantile';
import { countWords } from './bare-pass';

/** The speed of judging a file, reading its lines included; the times are those of the evaluator only. */
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

/** On this thread; a bare pass precedes each response, so that other load affects both. */
export async function measureOneThread(lines: Line[]): Promise<Speed> {
  const judge = judgeInThisThread(createGroundingEvaluator(), 1, new AbortController().signal);
  await judgeAll(judge, warmUp(lines, 1));
  const barePasses: number[] = [];
  const speed = await judgeAll(judge, lines, (line) => {
    const { messages } = JSON.parse(line.bytes?.toString('utf8') ?? '') as { messages: unknown[] };
    const read = messages.map((message) => fromOpenAI(chatMessageSchema.parse(message)));
    const startedAt = performance.now();
    countWords(read);
    barePasses.push(performance.now() - startedAt);
  });
  return { ...speed, threads: 1, barePassMedianMs: quantile(barePasses.sort(ascending), 0.5) };
}

/** On all cores, as `assay detect` does. */
export async function measureThreads(lines: Line[], threads: number): Promise<Speed> {
  const judge = judgeInThreads(threads);
  try {
    await judgeAll(judge, warmUp(lines, threads));
    return { ...(await judgeAll(judge, lines)), threads, barePassMedianMs: null };
  } finally {
    await judge.close();
  }
}

/** `before` is not part of the times. @throws Error when a line cannot be judged */
async function judgeAll(judge: LineJudge, lines: Line[], before: (line: Line) => void = () => undefined) {
  const source = async function* () {
    yield* lines;
  };
  let beforeMs = 0;
  let beforeCpuMs = 0;
  const times: number[] = [];
  const startedAt = performance.now();
  const cpuAtStart = cpuMs();
  const judged = mapInOrder(source(), judge.atOnce, (line) => {
    const [from, cpuFrom] = [performance.now(), cpuMs()];
    before(line);
    beforeMs += performance.now() - from;
    beforeCpuMs += cpuMs() - cpuFrom;
    return judge.judge(line);
  });
  for await (const line of judged) {
    if ('fault' in line) throw new Error(`Line ${line.number}: ${line.fault}`);
    times.push(line.ms);
  }
  const seconds = (performance.now() - startedAt - beforeMs) / 1_000;
  times.sort(ascending);
  return {
    responses: times.length,
    responsesPerSecond: times.length / seconds,
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    cpuMsPerResponse: (cpuMs() - cpuAtStart - beforeCpuMs) / times.length,
  };
}

/** The lines, repeated until there are enough for all threads. */
function warmUp(lines: Line[], threads: number): Line[] {
  return Array.from({ length: WARM_UP * threads }, (_, index) => lines[index % lines.length] as Line);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function ascending(one: number, other: number): number {
  return one - other;
}
