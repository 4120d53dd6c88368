import { hash } from 'node:crypto';
import type { Message } from '../conversations/transcript/message';

/** What a message of a trace is told apart by: its role, name and parts as they are stored. */
export function messageDigest({ role, name, parts }: Message): string {
  return hash('sha256', JSON.stringify([role, name, parts]), 'base64');
}
