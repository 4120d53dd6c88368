import Table from 'cli-table3';
import { quantile } from '../../packages/statistics';
import { log } from '../run-benchmark';

/** One measurement of one side. */
export interface Sample {
  /** Items or spans per second, by what counts. */
  perSecond: Record<string, number>;
  /** Milliseconds of processor time for each item or span, by process. */
  cpuMs: Record<string, number>;
}

export interface Comparison {
  setting: string;
  peer: string;
  ofAssay: Sample[];
  ofPeer: Sample[];
}

/** Rounds alternate, so that other load on the machine affects both sides. The first one is a warm-up, not counted. */
export async function compareInRounds(
  { setting, peer, rounds }: { setting: string; peer: string; rounds: number },
  measurePeer: (round: number) => Promise<Sample>,
  measureAssay: (round: number) => Promise<Sample>,
): Promise<Comparison> {
  const comparison: Comparison = { setting, peer, ofAssay: [], ofPeer: [] };
  const note = (round: number, name: string, samples: Sample[], sample: Sample) => {
    const speeds = Object.entries(sample.perSecond).map(([what, value]) => `${value.toFixed(1)} ${what}`);
    log(`${setting}, round ${round} of ${rounds}: ${name}: ${speeds.join(', ')}`);
    if (round > 0) samples.push(sample);
  };
  for (let round = 0; round <= rounds; round += 1) {
    note(round, peer, comparison.ofPeer, await measurePeer(round));
    note(round, 'Assay', comparison.ofAssay, await measureAssay(round));
  }
  return comparison;
}

/** Medians, with the range of the rounds in parentheses. */
export function speedTable(comparisons: Comparison[]): string {
  const table = new Table({ head: ['measured', 'peer', 'Assay', 'peer', 'share'] });
  for (const { setting, peer, ofAssay, ofPeer } of comparisons) {
    for (const what of Object.keys(ofAssay[0]?.perSecond ?? {})) {
      const ofSide = (side: Sample[]) => side.map(({ perSecond }) => perSecond[what] ?? Number.NaN);
      const [assay, other] = [ofSide(ofAssay), ofSide(ofPeer)];
      const share = (median(assay) / median(other)).toFixed(2);
      table.push([`${what}, ${setting}`, peer, medianWithRange(assay), medianWithRange(other), share]);
    }
  }
  return table.toString();
}

/** The median of the rounds for each process. */
export function cpuTable(comparisons: Comparison[]): string {
  const table = new Table({ head: ['setting', 'CPU ms of Assay, each', 'CPU ms of the peer, each'] });
  for (const { setting, ofAssay, ofPeer } of comparisons)
    table.push([setting, ...[ofAssay, ofPeer].map(describeCpu)]);
  return table.toString();
}

function describeCpu(samples: Sample[]): string {
  const names = Object.keys(samples[0]?.cpuMs ?? {});
  const parts = names.map((name) => median(samples.map(({ cpuMs }) => cpuMs[name] ?? Number.NaN)));
  const all = parts.reduce((sum, part) => sum + part, 0);
  return [
    ...names.map((name, index) => `${name} ${parts[index]?.toFixed(2)}`),
    ...(names.length > 1 ? [`all ${all.toFixed(2)}`] : []),
  ].join('\n');
}

function medianWithRange(values: number[]): string {
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)];
  return `${middle.toFixed(0)} (${low.toFixed(0)} to ${high.toFixed(0)})`;
}

function median(values: number[]): number {
  return (
    quantile(
      values.toSorted((one, other) => one - other),
      0.5,
    ) ?? Number.NaN
  );
}
