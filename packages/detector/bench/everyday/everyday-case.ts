import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromOpenAI, type OpenAIMessage } from '../../../formats';
import { codePointLength, partText } from '../../../text';
import { packageFolder } from '../../base/package-folder';
import type { Annotation } from '../../contract/annotation';
import { defaultLabels } from '../../contract/default-labels';
import { findUngroundedSpans } from '../../find-ungrounded-spans';
import { loadGroundingModel } from '../../model/grounding-model';
import { toTool } from './traffic';

/** A conversation of everyday traffic with what a correct detector finds in its last message. */
export interface EverydayCase {
  kind: string;
  name: string;
  messages: OpenAIMessage[];
  tools?: { function: { name: string; description?: string; parameters?: Record<string, unknown> } }[];
  generation_info?: { finish_reason: string };
  /** `clean`, or texts of the reply each of which a finding must touch, while none may be elsewhere. */
  expect: 'clean' | string[];
  /** In another language: right, too, if not all of it was compared. */
  or_not_judgeable?: boolean;
  /** Set where the detector is not right yet. */
  is_missed?: true;
}

/** Reads a file of cases below the folder of the library. */
export function readCases(path: string): EverydayCase[] {
  return readFileSync(join(packageFolder, path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as EverydayCase);
}

/** Whether the detector finds what the case expects, and nothing else. */
export function isRight({
  messages,
  tools = [],
  generation_info: generation,
  expect,
  or_not_judgeable: mayLack = false,
}: EverydayCase): boolean {
  const read = messages.map(fromOpenAI);
  const reply = read.at(-1);
  if (reply === undefined) throw new RangeError('A case without messages');
  const cutOff = generation && { generation: { finishReason: generation.finish_reason } };
  const { annotations, notJudgeable } = findUngroundedSpans(
    {
      messages: [...read.slice(0, -1), { ...reply, ...cutOff }],
      tools: tools.map(toTool),
      issueConfig: { labels: [...defaultLabels], domainContext: null },
    },
    loadGroundingModel(),
  );
  if (expect === 'clean')
    return annotations.length === 0 && (notJudgeable === null || (mayLack && notJudgeable === 'language'));
  const places = expect.map((text) => {
    const part = reply.parts.findIndex((one) => partText(one)?.includes(text));
    const whole = partText(reply.parts[part] ?? { type: 'text', content: '' }) ?? '';
    const start = codePointLength(whole.slice(0, whole.indexOf(text)));
    return { part, start, end: start + codePointLength(text) };
  });
  const touches = (found: Annotation, { part, start, end }: (typeof places)[number]): boolean =>
    found.messagePartIndex === part && found.startOffset < end && found.endOffset > start;
  return (
    places.every((place) => annotations.some((found) => touches(found, place))) &&
    annotations.every((found) => places.some((place) => touches(found, place)))
  );
}
