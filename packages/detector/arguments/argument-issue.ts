import type { Region, WrittenRegion } from '../text/regions';
import type { ArgumentEvidence } from './argument-evidence';

/**
 * Why an argument is questioned, with the chance that such an argument is made up: its share among the arguments of
 * the kind in 2,632 synthetic tool calls (half of them with a replaced argument), one half and one added. Where
 * every second call is not wrong the chance is lower; the order holds. Kinds with a share below 0.35 count as
 * supported and are not distinguished here.
 */
export const issueConfidence = {
  /** No word of a text, or a number, occurs in any form. */
  absentText: 0.97,
  absentNumber: 0.94,
  absentLink: 0.82,
  absentDate: 0.98,
  absentTime: 0.9,
  /** The day occurs, with another year. */
  otherYear: 0.99,
  /** The number occurs, with the other sign. */
  otherSign: 0.36,
  /** The number is only implied or offered, and another one is next to the name of the parameter. */
  otherNumber: 0.56,
  /** The description has a meaning for the number, and the conversation has the meaning of another one. */
  otherCode: 0.9,
  /** The schema offers the value, and the conversation mentions another one that it offers. */
  otherChoice: 0.87,
  otherExample: 0.81,
  /** The value is an example of the description, and nothing else. */
  onlyExample: 0.75,
  /** The code of another record than the request names. */
  otherRecord: 0.9,
  /** True for something that the conversation says no to. */
  negated: 0.9,
  /** "any", "none" and the like, which the schema does not offer. */
  placeholder: 0.38,
  formula: 0.81,
  /** A word with digits that does not occur. */
  identifier: 0.96,
  /** The place that another place of the conversation qualifies: "Toronto" of "Toronto, Canada". */
  otherPlace: 0.96,
  fewWords: 0.97,
  partialMatch: 0.74,
  mostWords: 0.5,
  newText: 0.83,
} as const;

export type ArgumentIssueKind = keyof typeof issueConfidence;

/** What speaks against an argument. */
export interface ArgumentIssue {
  kind: ArgumentIssueKind;
  /** What the conversation or the schema has instead, as written; the nearest first. */
  nearest: string[];
  /** The part of a composed value that is questioned; the rest is not. */
  piece?: string;
  /** Where the conversation has that, the nearest first. */
  evidence: readonly Region[];
}

/** An issue about an argument in whose place the conversation has `regions`. */
export function createIssue(kind: ArgumentIssueKind, regions: readonly WrittenRegion[]): ArgumentIssue {
  return { kind, nearest: regions.map(({ text }) => text), evidence: regions };
}

/** An issue about an argument in whose place the conversation mentions `texts` of the schema, in words that may differ. */
export function createMentionIssue(
  kind: ArgumentIssueKind,
  texts: string[],
  evidence: ArgumentEvidence,
): ArgumentIssue {
  return { kind, nearest: texts, evidence: texts.flatMap((text) => evidence.listPlaces(text)) };
}
