import { z } from 'zod';
import type { JudgedMessage } from '../../../packages/detector';
import {
  fromOpenAI,
  judgeableMessagesSchema,
  type ToolDefinition,
  toolsSchema,
} from '../../../packages/formats';
import type { Line } from '../../conversations/transfer/read-lines';
import { generationInfoSchema, toGeneration } from '../../evaluation/detection/generation-info';
import { describeProblems } from '../../platform/errors/describe-problems';
import { parseWith } from '../../platform/http/problems';
import { readJsonLine } from '../shared/json-file';

/** An id of a line; null without one. */
export type LineId = string | number | null;

export interface LineIds {
  id: LineId;
  /** The `external_id` of the API; absent where it is not read. */
  externalId?: LineId;
}

interface LineConversation extends LineIds {
  messages: JudgedMessage[];
  tools: ToolDefinition[];
}

/** The ids of lines, in inputs and outputs. */
export const idSchema = z.union([z.string(), z.number()]).nullish();

const conversationSchema = z.looseObject({
  id: idSchema,
  external_id: idSchema.catch(null),
  messages: judgeableMessagesSchema,
  tools: toolsSchema.nullish(),
  generation_info: generationInfoSchema.nullish(),
});

/** The conversation of a JSON line, or why it is none, with the ids that can be read. */
export function readConversation(bytes: Line['bytes']): LineConversation | (LineIds & { fault: string }) {
  const read = readJsonLine(bytes);
  if ('fault' in read) return { id: null, ...read };
  const checked = parseWith(conversationSchema, read.value, 'body');
  if (!checked.ok) {
    return { ...idsOf(read.value), fault: describeProblems(checked.problems, 1, 'line') };
  }
  const { id = null, external_id: externalId = null, messages, tools, generation_info: info } = checked.value;
  const generation = info ? toGeneration(info) : null;
  return {
    id,
    externalId,
    messages: messages.map((message, index) =>
      index < messages.length - 1 ? fromOpenAI(message) : { ...fromOpenAI(message), generation },
    ),
    tools: tools ?? [],
  };
}

function idsOf(value: unknown): LineIds {
  const { id, external_id } = (value ?? {}) as { id?: unknown; external_id?: unknown };
  const read = (one: unknown) => idSchema.safeParse(one).data ?? null;
  return { id: read(id), externalId: read(external_id) };
}
