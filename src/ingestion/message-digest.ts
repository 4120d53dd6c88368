import { hash } from 'node:crypto';
import type { Message } from '../../packages/formats';

/** A digest of a message's role, name and parts as stored. */
export function messageDigest({ role, name, parts }: Message): string {
  return hash('sha256', JSON.stringify([role, name, parts]), 'base64');
}
