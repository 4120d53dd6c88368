import type { Message } from '../../formats';
import { quantile } from '../../statistics';
import { characterCount, countWords } from './bare-pass';
import { timeDetection } from './detector-thread';
import { TextGenerator } from './generated-text';

const EVIDENCE_SIZES = [1_000, 10_000, 50_000, 100_000, 200_000, 1_000_000];
const REPLY_SIZES = [1_000, 10_000, 50_000, 100_000];
const SHORT_REPLY = 600;
const WARM_UP = 20;
/** Small conversations are measured more often, because each is judged quickly. */
const CHARS_PER_SIZE = 2_000_000;
const MAX_REPEATS = 40;
const MIN_REPEATS = 3;

export interface GrowthPoint {
  /**
   * `evidence`: a reply of 600 characters with growing evidence. `reply`: a reply as long as its evidence.
   */
  growing: 'evidence' | 'reply';
  /** Average length of the whole conversation. */
  characters: number;
  medianMs: number;
  nsPerCharacter: number;
  barePassNsPerCharacter: number;
  /** Of the process so far, in MiB. */
  peakRssMib: number;
}

/** Measures how the time of a verdict grows with the conversation; no conversation is judged twice. */
export function measureGrowth(onPoint: (point: GrowthPoint) => void): GrowthPoint[] {
  const points: GrowthPoint[] = [];
  const generator = new TextGenerator('growth');
  for (let round = 0; round < WARM_UP; round += 1) measureOne(generator.conversation(10_000, 2_000));
  const shapes = [
    ...EVIDENCE_SIZES.map((size) => ({ growing: 'evidence' as const, evidence: size, reply: SHORT_REPLY })),
    ...REPLY_SIZES.map((size) => ({ growing: 'reply' as const, evidence: size, reply: size })),
  ];
  for (const { growing, evidence, reply } of shapes) {
    const point = measurePoint(growing, () => generator.conversation(evidence, reply), evidence);
    onPoint(point);
    points.push(point);
  }
  return points;
}

function measurePoint(growing: GrowthPoint['growing'], make: () => Message[], size: number): GrowthPoint {
  const repeats = Math.max(MIN_REPEATS, Math.min(MAX_REPEATS, Math.floor(CHARS_PER_SIZE / size)));
  const samples: Sample[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) samples.push(measureOne(make()));
  const median = (pick: (sample: Sample) => number) =>
    quantile(
      samples.map(pick).sort((a, b) => a - b),
      0.5,
    ) ?? 0;
  return {
    growing,
    characters: Math.round(samples.reduce((sum, { characters }) => sum + characters, 0) / samples.length),
    medianMs: median(({ ms }) => ms),
    nsPerCharacter: median(({ ms, characters }) => (ms * 1e6) / characters),
    barePassNsPerCharacter: median(({ bareMs, characters }) => (bareMs * 1e6) / characters),
    peakRssMib: process.resourceUsage().maxRSS / 1024,
  };
}

interface Sample {
  characters: number;
  ms: number;
  bareMs: number;
}

function measureOne(messages: Message[]): Sample {
  const characters = characterCount(messages);
  const startedAt = performance.now();
  countWords(messages);
  const bareMs = performance.now() - startedAt;
  return { characters, bareMs, ms: timeDetection(messages) };
}
