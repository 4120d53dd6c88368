import { createHash } from 'node:crypto';

const { imul } = Math;

/**
 * Generates uniform unsigned 32-bit integers, deterministic for a seed: xoshiro128**, Blackman and Vigna,
 * "Scrambled Linear Pseudorandom Number Generators" (2021).
 */
export function seededRandom(seed: string): () => number {
  const bytes = createHash('sha256').update(seed).digest();
  let s0 = bytes.readInt32LE(0);
  let s1 = bytes.readInt32LE(4);
  let s2 = bytes.readInt32LE(8);
  let s3 = bytes.readInt32LE(12);
  return () => {
    const result = imul(rotateLeft(imul(s1, 5), 7), 9);
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = rotateLeft(s3, 11);
    return result >>> 0;
  };
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
