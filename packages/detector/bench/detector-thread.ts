import type { Message } from '../../formats';
import { defaultLabels } from '../contract/default-labels';
import { findUngroundedSpans } from '../find-ungrounded-spans';
import { loadGroundingModel } from '../model/grounding-model';

const issueConfig = { labels: [...defaultLabels], domainContext: null };

/** Judges the last message. Returns milliseconds. */
export function timeDetection(messages: Message[]): number {
  const startedAt = performance.now();
  findUngroundedSpans({ messages, tools: [], issueConfig }, loadGroundingModel());
  return performance.now() - startedAt;
}

/** Integer arithmetic without memory access. Returns a remainder. */
export function iterate(steps: number): number {
  let value = 1;
  for (let step = 0; step < steps; step += 1) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  return value;
}
