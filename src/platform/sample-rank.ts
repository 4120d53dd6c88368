import { createHash } from 'node:crypto';

/**
 * The rank of an item in samples with a seed. SHA-256 is indistinguishable from random, so the items of a population
 * with the lowest ranks are a simple random sample without replacement. The rank depends on seed and id alone: the
 * same seed draws the same items of the same population, in any order of it and on every machine.
 */
export function sampleRank(seed: string, id: string): string {
  return createHash('sha256').update(`${seed}\n${id}`).digest('hex');
}
