import { wilsonInterval } from '../../packages/statistics';

/** A share in percent, with its 95% Wilson interval. */
export function describeShare(found: number, runs: number): string {
  const { low, high } = wilsonInterval(found, runs);
  return `${percent(found / runs)}% (${percent(low)} to ${percent(high)})`;
}

/** The upper end of the 95% Wilson interval of a share, in percent. */
export function upperPercent(found: number, runs: number): number {
  return 100 * wilsonInterval(found, runs).high;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}
