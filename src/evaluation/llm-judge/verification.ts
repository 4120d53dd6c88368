import { z } from 'zod';
import type { EvaluationInput } from '../../../packages/detector';
import { partText, sliceCodePoints } from '../../../packages/text';
import { scoreSentences } from '../../providers/sentence-ranking';
import {
  createDelimiter,
  type Delimiter,
  evidenceSections,
  promptMessages,
  toolLines,
} from './delimited-sections';
import { type Segment, tokensPerLine } from './evidence-segments';
import type { Issue } from './finding-places';
import { delimiterInstructions, domainLines } from './judge-instructions';
import type { JudgeRequest } from './judge-request';
import { parseJsonReply } from './tolerant-json';

const answerSchema = z.object({ confirmed: z.boolean() });

const replySchema = {
  name: 'verification',
  schema: {
    type: 'object',
    properties: { reason: { type: 'string' }, confirmed: { type: 'boolean' } },
    required: ['reason', 'confirmed'],
    additionalProperties: false,
  },
};

/** Code points of the reply to include before and after a finding. */
const surroundings = 2_000;
/** Segments to include before and after a cited one. */
const neighbors = 2;

/**
 * Builds the request to confirm a finding, with the evidence for and against it. The finding is treated as
 * data too, because the judge may have copied it from the conversation. `room` is in tokens.
 */
export function* buildVerificationRequest(
  issue: Issue,
  segments: readonly Segment[],
  input: EvaluationInput,
  room: number,
): Generator<undefined, JudgeRequest<boolean>> {
  const evidence = yield* chooseEvidence(issue, segments, room / 2);
  return {
    replySchema,
    parse: (text) => parseJsonReply(text, answerSchema)?.confirmed ?? null,
    prompt: (nonce) => {
      const delimit = createDelimiter(nonce);
      return promptMessages(instructions(input, issue.annotation.label, nonce), [
        '# Evidence',
        ...evidenceSections(evidence, delimit),
        '# Tools the assistant could call',
        input.tools.length === 0 ? '(none)' : toolLines(input.tools).map(delimit).join('\n'),
        ...findingSections(issue, input, delimit),
      ]);
    },
  };
}

function instructions({ issueConfig }: EvaluationInput, label: string, nonce: string): string {
  const description = issueConfig.labels.find(({ name }) => name === label)?.description ?? '';
  return [
    'A reviewer says that a stretch of the last reply of an assistant has this issue:',
    `- ${label}: ${description}`,
    'Check that against the evidence. Confirm it only if the evidence shown bears it out.',
    '',
    ...domainLines(issueConfig.domainContext),
    ...delimiterInstructions(nonce),
    '',
    'Lines that begin with [E1], [E2] and so on are evidence. Lines that begin with [context] are earlier turns of the',
    'assistant and prove nothing.',
    '',
    'Answer with one JSON object {"reason": "one sentence", "confirmed": true or false} and nothing else.',
  ].join('\n');
}

function findingSections({ annotation }: Issue, { messages }: EvaluationInput, delimit: Delimiter): string[] {
  const part = messages.at(-1)?.parts[annotation.messagePartIndex];
  const whole = (part && partText(part)) ?? '';
  const { startOffset, endOffset, text, explanation } = annotation;
  const around = sliceCodePoints(whole, Math.max(0, startOffset - surroundings), endOffset + surroundings);
  return [
    `# Reply\n${delimit(around)}`,
    `# Stretch that is said to have the issue\n${delimit(text)}`,
    `# What the reviewer says\n${delimit(explanation)}`,
  ];
}

/**
 * All evidence if it fits; else the cited segments with their neighbors, then those most similar to the
 * finding.
 */
function* chooseEvidence(
  issue: Issue,
  segments: readonly Segment[],
  room: number,
): Generator<undefined, Segment[]> {
  const citedIndexes = new Set(
    segments.flatMap(({ number }, index) =>
      number !== null && issue.citations.includes(number) ? around(index) : [],
    ),
  );
  const { text, explanation } = issue.annotation;
  const scores = yield* scoreSentences(
    segments.map((segment) => segment.text),
    `${text} ${explanation}`,
  );
  const ranked = selectRankable(scores, citedIndexes, room).sort(
    (one, other) =>
      Number(citedIndexes.has(other)) - Number(citedIndexes.has(one)) ||
      (scores[other] ?? 0) - (scores[one] ?? 0) ||
      one - other,
  );
  const selection = new Set<number>();
  let tokens = 0;
  for (const index of ranked) {
    tokens += segments[index]?.tokens ?? 0;
    if (tokens > room) break;
    selection.add(index);
  }
  return segments.filter((_, index) => selection.has(index));
}

/**
 * Indexes of the cited segments and of the best others, as many as can fit: sorting all of them would be
 * slow.
 */
function selectRankable(
  scores: readonly number[],
  citedIndexes: ReadonlySet<number>,
  room: number,
): number[] {
  const most = Math.ceil(room / tokensPerLine) + 1;
  const threshold = Float64Array.from(scores).sort()[Math.max(0, scores.length - most)] ?? 0;
  let equals = most;
  return [...scores.keys()].filter((index) => {
    const score = scores[index] ?? 0;
    if (citedIndexes.has(index) || score > threshold) return true;
    if (score === threshold) equals -= 1;
    return score === threshold && equals >= 0;
  });
}

function around(index: number): number[] {
  return Array.from({ length: 2 * neighbors + 1 }, (_, step) => index - neighbors + step);
}
